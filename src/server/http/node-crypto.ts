// The real randomness, hashing and signature checks behind the server's logic.

import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Signing } from '../../signing/signing.js'
import type { ApiCrypto } from '../api/accounts/api-crypto.js'
import { isContractSignature } from './contract-signature.js'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function cryptoBy({
  orderHasher,
  textHash,
  recover,
}: Pick<Signing, 'orderHasher' | 'textHash' | 'recover'>): ApiCrypto {
  return {
    randomToken(length) {
      let text = ''
      for (let i = 0; i < length; i++) text += ALPHABET.charAt(randomInt(ALPHABET.length))
      return text
    },
    sha256(text) {
      return hash('sha256', text, 'hex')
    },
    constantTimeEqual(a, b) {
      const left = Buffer.from(a)
      const right = Buffer.from(b)
      return left.length === right.length && timingSafeEqual(left, right)
    },
    orderHasher,
    recoverOrderSigner(digest, signature, done) {
      if (isContractSignature(signature)) recover(digest, signature, done)
      else done(undefined)
    },
    verifyText({ message, signature, address }, done) {
      const wanted = address.toLowerCase()
      recover(textHash(message), signature, (signer) => done(signer?.toLowerCase() === wanted))
    },
  }
}
