import { expect, it } from 'vitest'
import { isOurName } from '../../src/telemetry/our-name.js'

it.each([
  'localhost',
  'LocalHost:9464',
  '127.0.0.1:9464',
  '10.0.0.7',
  '[::1]:9464',
  '[2001:db8::1]',
  'bot.example.org:80',
])('%s is ours', (host) => expect(isOurName(host, ['bot.example.org'])).toBe(true))

it.each([
  ...['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'localhost@evil.example', 'bot.example.org.'],
  ...['', ' localhost', '[::1', '[localhost]', '127.0.0.1:port', '999.0.0.1', '0x7f.1', undefined],
])('%s is not', (host) => {
  expect(isOurName(host, ['bot.example.org'])).toBe(false)
})
