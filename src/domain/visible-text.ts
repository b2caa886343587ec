// Text from outside made harmless to show: characters that steer a terminal, or reorder and hide what stands around them, as escapes.

/** Short escapes where there are any; `\u001b` and the like for the rest. */
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

// C0 and C1 with DEL; marks, overrides and isolates of direction; separators of lines; what has no width; lone surrogates
const BEYOND_C0 = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu
const STEERING = new RegExp(`\\p{Cc}|${BEYOND_C0.source}`, 'gu')

const escaped = (char: string) => SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** One line of text in which every such character is seen: `\u001b[2J` instead of a cleared screen, `\n` instead of a line feed. */
export const visible = (text: string): string => text.replace(STEERING, escaped)

/** The same JSON with such characters escaped, which its own rules only do below U+0020. */
export const visibleJson = (json: string): string => json.replace(BEYOND_C0, escaped)
