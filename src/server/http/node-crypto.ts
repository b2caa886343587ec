// The real randomness, hashing and signature checks behind the server's logic.

import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { recoverAddress, verifyMessage } from 'viem'
import type { ApiCrypto } from '../api/accounts/api-crypto.js'
import { isContractSignature } from './contract-signature.js'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const nodeCrypto: ApiCrypto = {
  randomToken(length) {
    let text = ''
    for (let i = 0; i < length; i++) text += ALPHABET.charAt(randomInt(ALPHABET.length))
    return text
  },
  sha256(text) {
    return createHash('sha256').update(text).digest('hex')
  },
  constantTimeEqual(a, b) {
    const left = Buffer.from(a)
    const right = Buffer.from(b)
    return left.length === right.length && timingSafeEqual(left, right)
  },
  recoverOrderSigner(hash, signature, done) {
    if (!isContractSignature(signature)) {
      done(undefined)
      return
    }
    // one that recovers nobody makes viem throw
    recoverAddress({ hash, signature }).then(done, () => done(undefined))
  },
  verifyText(signed, done) {
    verifyMessage(signed).then(done, () => done(false))
  },
}
