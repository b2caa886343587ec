import { expect, it } from 'vitest'
import { Closing } from '../../../src/cli/process/closing.js'

it('closes what was opened last first, one after the other, and each once', async () => {
  const closed: string[] = []
  const closing = new Closing((message) => expect.unreachable(message))
  closing.add('', () => closed.push('first'))
  closing.add('', async () => {
    await Promise.resolve()
    closed.push('second')
  })
  await closing.close()
  await closing.close()
  expect(closed).toEqual(['second', 'first'])
})

it('closes what can be, and only warns of the rest', async () => {
  const done: string[] = []
  const warned: string[] = []
  const closing = new Closing((message) => warned.push(message))
  const readOnly = () => Promise.reject(new Error('EROFS: read-only file system, unlink'))
  const trouble = 'the wallet could not be given back'
  closing.add(trouble, readOnly)
  closing.add(trouble, () => done.push('lock'))
  closing.add(trouble, () => {
    throw new Error('at once')
  })
  await closing.close()
  expect(done).toEqual(['lock'])
  expect(warned).toEqual([`${trouble}: at once`, `${trouble}: EROFS: read-only file system, unlink`])
})
