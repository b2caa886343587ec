// What `quoin tape` can do, in a file of its own: the command line is read without loading any of it.

export const TAPE_ACTIONS = ['info', 'cat', 'verify', 'ghosts', 'merge', 'import', 'convert', 'make'] as const
export type TapeAction = (typeof TAPE_ACTIONS)[number]
