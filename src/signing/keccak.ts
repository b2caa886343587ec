// Keccak-256 in WebAssembly: opened once, then each hash is a plain call.

import { createKeccak } from 'hash-wasm'

/** The 32 bytes are the caller's. */
export type Keccak = (bytes: Uint8Array) => Uint8Array

/** Rejects where there is no WebAssembly. */
export async function openKeccak(): Promise<Keccak> {
  const hasher = await createKeccak(256)
  return (bytes) => hasher.init().update(bytes).digest('binary')
}
