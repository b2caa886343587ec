import { describe, expect, it } from 'vitest'
import { type Curve, openNativeCurve, openWasmCurve } from '../../src/signing/curve.js'
import { type FastPath, openSigning } from '../../src/signing/open-signing.js'

const missing = () => Promise.reject(new Error('not for this machine\nRequire stack: …'))
const openedWith = (curves: Readonly<Partial<Record<FastPath, () => Promise<Curve>>>>) =>
  openSigning({ openCurve: (path) => (curves[path] ?? missing)() })

/** The other of two points: right in all but one bit. */
const wrongBit = async (): Promise<Curve> => {
  const curve = await openWasmCurve()
  return {
    ...curve,
    sign(digest, key) {
      const { signature, recovery } = curve.sign(digest, key)
      return { signature, recovery: 1 - recovery }
    },
  }
}
const noSigner = async (): Promise<Curve> => ({ ...(await openWasmCurve()), recover: () => undefined })
const throwing = async (): Promise<Curve> => ({
  ...(await openWasmCurve()),
  publicKey: () => {
    throw new Error('out of memory')
  },
})

describe('openSigning', () => {
  it('takes the native way where it is installed', async () => {
    const { signing, reasons } = await openedWith({ native: openNativeCurve, wasm: openWasmCurve })
    expect([signing.path, reasons]).toEqual(['native', []])
  })

  it('takes WebAssembly where the native way is not, and says why', async () => {
    const { signing, reasons } = await openedWith({ wasm: openWasmCurve })
    expect([signing.path, reasons]).toEqual(['wasm', ['native: not for this machine']])
  })

  it('takes viem where there is neither', async () => {
    const { signing, reasons } = await openedWith({})
    expect([signing.path, reasons]).toEqual(['viem', ['native: not for this machine', 'wasm: not for this machine']])
  })

  it.each([
    ['another signature', wrongBit],
    ['another signer', noSigner],
    ['out of memory', throwing],
  ])('trusts only viem after a way that differs from it: %s', async (what, native) => {
    const { signing, reasons } = await openedWith({ native, wasm: openWasmCurve })
    expect([signing.path, reasons]).toEqual(['viem', [`native: differs from viem: ${what}`]])
  })
})
