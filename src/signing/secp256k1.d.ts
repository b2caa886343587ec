// The part of the package secp256k1 that is used; it brings no types.

declare module 'secp256k1/bindings.js' {
  const native: {
    publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
    ecdsaSign(digest: Uint8Array, key: Uint8Array): { readonly signature: Uint8Array; readonly recid: number }
    ecdsaRecover(signature: Uint8Array, recid: number, digest: Uint8Array, compressed: boolean): Uint8Array
  }
  export default native
}
