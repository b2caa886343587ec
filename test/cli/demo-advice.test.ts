import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { demoAdvice } from '../../src/cli/demo-advice.js'

const lines = demoAdvice({
  server: 'http://127.0.0.1:38787',
  page: 'http://127.0.0.1:39464/',
  status: 'http://127.0.0.1:39464/status',
  config: '/tmp/quoin-demo-AbCdEf/bot.yaml',
})

it('names the addresses, the faults of this server, a strategy and how to reach another venue, in 80 columns', () => {
  const text = lines.join('\n')
  for (const part of [
    'http://127.0.0.1:38787/docs',
    'does       http://127.0.0.1:39464/',
    '39464/status',
    'quoin faults /tmp/quoin-demo-AbCdEf/bot.yaml',
    'quoin init bot.yaml --for testnet',
  ]) {
    expect(text).toContain(part)
  }
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

it('names only files that exist', () => {
  const files = lines.join(' ').match(/(strategies|config)\/[\w.-]+/g) ?? []
  expect(files).toHaveLength(1)
  for (const file of files) expect({ file, exists: existsSync(file) }).toMatchObject({ exists: true })
})
