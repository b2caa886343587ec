import { expect, it } from 'vitest'
import { giveBack } from '../../../src/cli/bot/hold-wallet.js'

it('gives back what can be, and only warns of the rest', async () => {
  const done: string[] = []
  const warned: string[] = []
  const readOnly = () => Promise.reject(new Error('EROFS: read-only file system, unlink'))
  const lock = async () => void done.push('lock')
  await giveBack([readOnly, lock, readOnly], (message) => warned.push(message))
  expect(done).toEqual(['lock'])
  expect(warned).toEqual(Array(2).fill('the wallet could not be given back: EROFS: read-only file system, unlink'))
})
