// Secrets that do not print, and a registry of their values that the last stage of every sink scrubs with.

import { inspect } from 'node:util'

const MASK = '[secret]'
/** Shorter values would blank ordinary words. */
const SHORTEST = 8

const spellings = new Set<string>()

/** The value as it may turn up: raw, without 0x, base64 of its text and of its bytes, URL-encoded. */
function spellingsOf(value: string): string[] {
  const bare = value.replace(/^0x/i, '')
  const isHex = bare.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(bare)
  const bytes = isHex ? Buffer.from(bare, 'hex') : Buffer.from(value)
  const encoded = [Buffer.from(value), bytes].flatMap((b) => [b.toString('base64'), b.toString('base64url')])
  const all = [value, bare, ...(isHex ? [bare.toLowerCase(), bare.toUpperCase()] : []), ...encoded]
  return [...all, ...all.map(encodeURIComponent)].map((s) => s.replace(/=+$/, '')).filter((s) => s.length >= SHORTEST)
}

/** Makes `scrub` take out this value from now on. */
export function registerSecret(value: string): void {
  for (const spelling of spellingsOf(value)) spellings.add(spelling)
}

/** `text` with every registered secret replaced by `[secret]`. */
export function scrub(text: string): string {
  let out = text
  for (const spelling of spellings) if (out.includes(spelling)) out = out.replaceAll(spelling, MASK)
  return out
}

/** A value that is only given out by `reveal`; it prints, serialises and inspects as `[secret]`. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
    registerSecret(value)
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [inspect.custom](): string {
    return MASK
  }
}
