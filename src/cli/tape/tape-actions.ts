// What `quoin tape` can do, in a file of its own: the command line is read without loading any of it.

export const TAPE_ACTIONS = ['info', 'cat', 'verify', 'ghosts', 'merge', 'import', 'convert', 'make'] as const
export type TapeAction = (typeof TAPE_ACTIONS)[number]

/** Which options each of them has a use for. */
export const OPTIONS_OF: Readonly<Record<TapeAction, readonly string[]>> = {
  info: [],
  cat: ['market', 'from', 'to'],
  verify: [],
  ghosts: [],
  merge: ['out'],
  import: ['mapping', 'out'],
  convert: ['out', 'force'],
  make: ['preset', 'minutes', 'markets', 'seed', 'force'],
}
