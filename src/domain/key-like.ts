// What looks like a secret key: in a place where none belongs it is refused, and it is never shown.
//
//   hex      a private key: 56 hex digits or more, with or without 0x
//   token    quoin_live_…, sk-…, a JSON web token, a UUID
//   random   24 characters or more whose kinds (lower, upper, digit) change too often for words
//   words    a seed phrase: 12 or more lower-case words and nothing else
//
// Order hashes and condition ids look like private keys too: whoever asks must know that the place is not one of theirs.

const MASK = '[secret]'

const HEX = /^(0x)?[0-9a-f]{56,}$/i
const TOKEN = /^([a-z0-9]+_(live|test|prod|secret)_|[sr]k[_-])(?=[a-z_-]*[A-Z\d])[\w-]{12,}$/
const WEB_TOKEN = /^eyJ[\w-]{6,}\.[\w-]{4,}\.[\w-]*$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const SEED_PHRASE = /^[a-z]{3,8}( [a-z]{3,8}){11,23}$/
/** A base64 text may hold a slash; a path begins with one, or with a dot, or has an ending. */
const RANDOM = /^[A-Za-z0-9+_-][A-Za-z0-9+/_-]{23,}={0,2}$/
/** Random letters and digits begin a new word at every fourth character or sooner; names at every fifth or later. */
const LEAST_WORDS = 0.22
const PART = /[A-Za-z0-9]+/g
const WORD_IN_PART = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g

function isRandom(text: string): boolean {
  if (!RANDOM.test(text) || !/\d/.test(text)) return false
  // words that a dash or an underscore parts are what names are made of
  const inside = (text.match(PART) ?? []).map((part) => (part.match(WORD_IN_PART)?.length ?? 1) - 1)
  return inside.reduce((sum, words) => sum + words, 0) >= text.length * LEAST_WORDS
}

/** Of a wallet or a contract: public, and as random as a key. */
const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Whether the whole text looks like a key. */
export function looksLikeKey(text: string): boolean {
  if (ADDRESS.test(text)) return false
  return [HEX, TOKEN, WEB_TOKEN, UUID, SEED_PHRASE].some((shape) => shape.test(text)) || isRandom(text)
}

/** What separates the words of a message, a JSON text or a YAML line; a path's slashes only where a part is a key by itself. */
const WORD = /[^\s"'`,;:()[\]{}<>*&!]+/g

/** The text with everything that looks like a key as `[secret]`. */
export function maskKeys(text: string): string {
  return replaceKeys(text, () => MASK)
}

/** Inside of a longer word too, such as the name of a file. */
const PRIVATE_KEY = /0x[0-9a-f]{64}(?![0-9a-f])/gi

/** Everything in the text that looks like a key. */
export function keysIn(text: string): string[] {
  const keys: string[] = text.match(PRIVATE_KEY) ?? []
  replaceKeys(text, (key) => {
    keys.push(key)
    return key
  })
  return keys
}

function replaceKeys(text: string, replacement: (key: string) => string): string {
  const replaced = (part: string) => (looksLikeKey(part) ? replacement(part) : part)
  if (looksLikeKey(text)) return replacement(text)
  return text.replace(WORD, (word) =>
    looksLikeKey(word)
      ? replacement(word)
      : word
          .split(/([/&?@|]|=(?=[\w+]))/)
          .map(replaced)
          .join(''),
  )
}
