// Picks how to sign: the fastest way that is installed and, in a self-test, says what viem says.

import { type Curve, openNativeCurve, openWasmCurve } from './curve.js'
import { fastSigning } from './fast-signing.js'
import { openKeccak } from './keccak.js'
import { selfTest } from './self-test.js'
import type { Signing, SigningPath } from './signing.js'
import { viemSigning } from './viem-signing.js'

export interface OpenedSigning {
  readonly signing: Signing
  /** Why it is none of the faster ones: a line each. */
  readonly reasons: readonly string[]
}

export type FastPath = Exclude<SigningPath, 'viem'>

export interface OpenSigningOptions {
  /** Ways to try, the first first. Default: `native`, then `wasm`. */
  readonly paths?: readonly FastPath[]
  /** Default: the installed libraries'. Rejects where there is none. */
  readonly openCurve?: (path: FastPath) => Promise<Curve>
}

const PATHS: readonly FastPath[] = ['native', 'wasm']
const openInstalled = (path: FastPath) => (path === 'native' ? openNativeCurve() : openWasmCurve())
const messageOf = (thrown: unknown) =>
  thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown)

/** A way that is not installed gives its place to the next; after one that differs from viem only viem is trusted. Never rejects. */
export async function openSigning({
  paths = PATHS,
  openCurve = openInstalled,
}: OpenSigningOptions = {}): Promise<OpenedSigning> {
  const reasons: string[] = []
  for (const path of paths) {
    let signing: Signing
    try {
      signing = fastSigning(path, await openCurve(path), await openKeccak())
    } catch (thrown) {
      reasons.push(`${path}: ${messageOf(thrown)}`)
      continue
    }
    const difference = await selfTest(signing, viemSigning)
    if (difference === undefined) return { signing, reasons }
    reasons.push(`${path}: differs from viem: ${difference}`)
    break
  }
  return { signing: viemSigning, reasons }
}

let opened: Promise<OpenedSigning> | undefined

/** Opened and tested once a process. */
export function processSigning(): Promise<OpenedSigning> {
  opened ??= openSigning()
  return opened
}

const IN_WORDS: Readonly<Record<SigningPath, string>> = {
  native: 'signatures: native code',
  wasm: 'signatures: WebAssembly',
  viem: 'signatures: viem, many times slower than compiled code',
}

/** One line for a log. */
export function describeSigning({ signing, reasons }: OpenedSigning): string {
  return reasons.length === 0 ? IN_WORDS[signing.path] : `${IN_WORDS[signing.path]} (${reasons.join('; ')})`
}
