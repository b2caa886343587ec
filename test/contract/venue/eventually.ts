// Waits for what the venue does by itself, by asking again.

/** The first result that satisfies `holds`; fails with the last one after `withinMs`. */
export async function eventually<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  withinMs = 8_000,
): Promise<T> {
  const end = Date.now() + withinMs
  while (true) {
    const value = await read()
    if (holds(value)) return value
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms; last: ${shown(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)).slice(0, 600)
}
