import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { schema } from '../../../../src/cli/commands/setup/schema.js'
import type { SchemaKind } from '../../../../src/cli/setup/setup-actions.js'
import { captureContext } from '../sandbox.js'

async function validator(kind: SchemaKind) {
  const run = captureContext(false)
  expect(await schema(kind, run.context)).toBe('ok')
  const ajv = new Ajv.default({ allErrors: true, strictTypes: false })
  addFormats.default(ajv)
  return ajv.compile(JSON.parse(run.stdout))
}
const yaml = (path: string) => parse(readFileSync(path, 'utf8'))

describe('quoin schema', () => {
  it.each(['example', 'demo', 'testnet', 'backtest', 'deploy/bot', 'deploy/live-bot.example'])(
    'takes config/%s.yaml',
    async (name) => {
      const valid = await validator('bot')
      valid(yaml(`config/${name}.yaml`))
      expect(valid.errors ?? []).toEqual([])
    },
  )

  it.each([
    ['profile', 'config/venues/sandbox.yaml'],
    ['profile', 'config/venues/production.yaml'],
    ['server', 'config/server.yaml'],
    ['signer', 'config/signer.yaml'],
    ['server', 'config/demo-server.yaml'],
  ] as const)('of a %s takes %s', async (kind, path) => {
    const valid = await validator(kind)
    valid(yaml(path))
    expect(valid.errors ?? []).toEqual([])
  })

  it('marks a typo, a wrong value and a wrong parameter where they stand', async () => {
    const valid = await validator('bot')
    const file = yaml('config/example.yaml')
    file.riks = {}
    file.risk.maxMarketLoss = 'much'
    file.feed.staleAfterMs = 1
    file.strategy.params = { gama: 1 }
    expect(valid(file)).toBe(false)
    const places = (valid.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
    expect(places).toEqual(
      expect.arrayContaining([
        ' additionalProperties',
        '/risk/maxMarketLoss type',
        '/feed/staleAfterMs minimum',
        '/strategy/params additionalProperties',
      ]),
    )
  })

  it('says what a key means, for an editor to show', async () => {
    const run = captureContext(true)
    await schema('bot', run.context)
    const made = JSON.parse(run.stdout)
    expect(made.properties.risk.properties.maxTotalLoss.description).toContain('worst cases')
    expect(made.$schema).toContain('draft-07')
  })
})
