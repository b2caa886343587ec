// What was thrown, in words, and where, by its stack.

/** Whoever throws may throw anything: what cannot be turned into text is said to be so. */
export function thrownText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown)
  } catch {
    return 'something without words'
  }
}

/** `file:line:column`: in `file` where the stack passes through it, elsewhere the innermost frame that is not Node's own. */
export function thrownPlace(error: unknown, file?: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const frames = framesOf(error)
  const own = frames.find((place) => file !== undefined && place.startsWith(`${file}:`))
  return own ?? frames.find((place) => !place.startsWith('node:'))
}

/** `file:line:column` of each frame that has one, the innermost first. */
function framesOf(error: Error): string[] {
  const lines = stackOf(error).split('\n')
  // what is compiled on the way has its whole text for a name, and no line of its file; those further out only called it
  const nameless = lines.findIndex((line) => line.includes('(data:'))
  return lines.slice(0, nameless === -1 ? lines.length : nameless).flatMap((line) => {
    const [, place] = /^\s+at .*?((?:file:\/\/|node:)?[^\s()]+:\d+:\d+)\)?$/.exec(line) ?? []
    // a loader may add a query of its own to the file's name
    return place === undefined ? [] : [place.replace(/^file:\/\//, '').replace(/\?[^:]*(?=:\d+:\d+$)/, '')]
  })
}

function stackOf(error: Error): string {
  try {
    return String(error.stack ?? '')
  } catch {
    return ''
  }
}

export const withPlace = (message: string, place: string | undefined) =>
  place === undefined ? message : `${message} (${place})`
