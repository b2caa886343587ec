// What a refusal tells: no answer names a file or a reason of the system.

import { expect, it, vi } from 'vitest'
import { QuoinError } from '../../../../src/domain/error.js'
import { errorResponse, toApiError } from '../../../../src/server/api/requests/error-table.js'
import { storeError } from '../../../../src/server/store/files/store-error.js'
import { freshPath, KeptVenue, removeFiles } from '../../store/kept-venue.js'
import { ALICE } from '../venue-driver.js'

const SECRET = '/home/operator/venue.db'

it('a failure of the store or of the program says nothing of itself, whatever it is', () => {
  const thrown = [
    storeError(SECRET, 'cannot be written', new Error('database or disk is full')),
    new Error(`ENOSPC: no space left on device, write '${SECRET}'`),
    new QuoinError('bad-config', `https.keyFile: expected a readable file, got ${SECRET}`),
    SECRET,
  ]
  for (const error of thrown)
    expect(JSON.stringify(errorResponse(toApiError(error)))).not.toMatch(/operator|venue\.db|disk/)
})

it('a read that fails is answered without the file, and told to the operator', () => {
  const heard: unknown[] = []
  const path = freshPath()
  const venue = new KeptVenue(path, {}, undefined, (error) => heard.push(error))
  const { accessToken: token } = venue.signIn(ALICE)
  venue.store.commit()
  vi.spyOn(venue.store.archive, 'orders').mockImplementation(() => {
    throw storeError(path, 'cannot be read', new Error('disk I/O error'))
  })
  const { status, body } = venue.get('/me/orders', { token })
  expect([status, body.code]).toEqual([503, 'store_unavailable'])
  expect(JSON.stringify(body)).not.toContain(path)
  expect(String(heard[0])).toContain(path)
  venue.die()
  removeFiles()
})
