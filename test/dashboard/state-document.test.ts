import { expect, it } from 'vitest'
import type { ControlAnswer, ControlRequest } from '../../src/control/control-protocol.js'
import { stateDocument } from '../../src/dashboard/state-document.js'

const parts = (ask: (request: ControlRequest) => ControlAnswer) => ({
  ...{ wallMs: () => 5, canAct: false, version: 'v' },
  ask: async (request: ControlRequest) => ask(request),
})

it('is what the control port answers, the long lists cut', async () => {
  const many = Array.from({ length: 500 }, (_, i) => i)
  const document = await stateDocument(
    parts(({ command }) => ({ ok: true, data: { command, fills: many, decisions: many } })),
  )
  expect(document).toMatchObject({ version: 'v', canAct: false, atMs: 5, status: { command: 'status' } })
  expect(document.fills).toEqual(many.slice(0, 50))
  expect(document.decisions).toEqual(many.slice(0, 40))
})

it('a refusal is no document', async () => {
  const refusing = parts(() => ({ ok: false, error: { code: 'internal', message: 'no' } }))
  await expect(stateDocument(refusing)).rejects.toThrow('no')
})
