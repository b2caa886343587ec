// One key of every kind that a person may paste into the wrong place.

import { createHash } from 'node:crypto'

const bytes = createHash('sha256').update('a key that belongs to nobody').digest()

export const KEYS_OF_EVERY_KIND = {
  'hex with 0x': `0x${bytes.toString('hex')}`,
  hex: bytes.toString('hex'),
  'upper-case hex': bytes.toString('hex').toUpperCase(),
  'brand and tier': 'quoin_live_hJ29dksUq81Lz',
  'secret key': 'sk-proj-4fK92jslQ01mZxc83',
  'web token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  base64: bytes.toString('base64'),
  base64url: bytes.toString('base64url'),
  base62: 'k3J9x0A8z7Q1w5E2r4T6y8U9pL',
  'seed phrase': 'test walk test junk test ride test junk test walk test junk',
} as const
