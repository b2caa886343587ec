// Colours of a terminal, or none.

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const

export type Ink = (text: string, colour: keyof typeof CODES) => string

/** Text in colour (ANSI SGR). */
export const colourInk: Ink = (text, colour) => `\u001b[${CODES[colour]}m${text}\u001b[0m`

/** Text as it is. */
export const plainInk: Ink = (text) => text
