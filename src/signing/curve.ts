// secp256k1, as the libraries that compute on it are used here.

export interface Curve {
  /** 65 bytes. Throws for 32 bytes that are no private key. */
  publicKey(key: Uint8Array): Uint8Array
  /** r and s in 64 bytes, s in the lower half, and which of two points r means. */
  sign(digest: Uint8Array, key: Uint8Array): { readonly signature: Uint8Array; readonly recovery: number }
  /** 65 bytes. Throws, or gives nothing, for a signature that is nobody's. */
  recover(digest: Uint8Array, signature: Uint8Array, recovery: 0 | 1): Uint8Array | undefined
}

/** libsecp256k1 as an add-on of Node. Rejects where it is not installed, or not for this machine. */
export async function openNativeCurve(): Promise<Curve> {
  // the package's main entry would take slow JavaScript where the add-on is missing, and say nothing
  const { default: native } = await import('secp256k1/bindings.js')
  return {
    publicKey: (key) => native.publicKeyCreate(key, false),
    sign(digest, key) {
      const { signature, recid } = native.ecdsaSign(digest, key)
      return { signature, recovery: recid }
    },
    recover: (digest, signature, recovery) => native.ecdsaRecover(signature, recovery, digest, false),
  }
}

/** libsecp256k1 in WebAssembly. Rejects where there is none. */
export async function openWasmCurve(): Promise<Curve> {
  const wasm = await import('tiny-secp256k1')
  return {
    publicKey(key) {
      const found = wasm.pointFromScalar(key, false)
      if (found === null) throw new RangeError('expected a private key')
      return found
    },
    sign(digest, key) {
      const { signature, recoveryId } = wasm.signRecoverable(digest, key)
      return { signature, recovery: recoveryId }
    },
    recover: (digest, signature, recovery) => wasm.recover(digest, signature, recovery, false) ?? undefined,
  }
}
