import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { loadConfig, readYaml } from '../src/config/config.js'
import { parseYaml } from '../src/config/yaml-file.js'
import { serverConfig } from '../src/server/schema.js'
import { SANDBOX_CHAIN_ID } from '../src/venue/wire/profile.js'

const DEPLOY = 'config/deploy'
const text = (path: string) => readFileSync(path, 'utf8')

const service = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  network_mode: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  user: z.string().optional(),
  restart: z.string(),
  logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
  stop_grace_period: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  tmpfs: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
})
const composition = z.object({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })).optional(),
  volumes: z.record(z.string(), z.object({})),
})
const read = (file: string) => composition.parse(parse(text(join(DEPLOY, file))))

const dockerfile = text('Dockerfile')
const last =
  dockerfile
    .split(/^FROM /m)
    .slice(1)
    .at(-1) ?? ''

describe('the image', () => {
  it('stands on one exact release, which a digest can replace', () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24\.\d+\.\d+-bookworm-slim$/m)
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    expect(bases).toEqual(['NODE_IMAGE', 'RUNTIME_IMAGE'].map((name) => `$\{${name}}`))
    // the same Debian below both: node is copied from the one to the other
    expect(dockerfile).toMatch(/^ARG RUNTIME_IMAGE=gcr\.io\/distroless\/cc-debian12:/m)
    expect(last).toContain('COPY --from=build /usr/local/bin/node /usr/local/bin/node')
  })

  it('runs as a numeric user, with node itself as the entry point', () => {
    expect(last).toMatch(/^USER \d+:\d+$/m)
    expect(last).toMatch(/^ENTRYPOINT \["node", "dist\/src\/cli\/main\.js"\]$/m)
    expect(last).toMatch(/^VOLUME \["\/data"\]$/m)
  })

  it('asks for health what its process serves', () => {
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*?CMD \["node", "dist\/src\/cli\/health-check\.js"\]$/m)
    expect(existsSync('src/cli/health-check.ts')).toBe(true)
  })

  it('leaves out what is not run: developers’ packages, the compiler, types', () => {
    expect(dockerfile).toMatch(/npm prune --omit=dev/)
    expect(dockerfile).toMatch(/rm -rf node_modules\/typescript /)
    expect(dockerfile.indexOf('rm -rf')).toBeLessThan(dockerfile.lastIndexOf('FROM '))
  })

  it('keeps secrets out of its layers', () => {
    for (const [line] of dockerfile.matchAll(/^(ENV|ARG) .*$/gm)) expect(line).not.toMatch(/key|secret|token|passw/i)
    expect(text('.dockerignore')).toMatch(/^\*\n/)
    for (const file of ['.dockerignore', '.gitignore', 'package.json'])
      expect(text(file)).toContain(`${DEPLOY}/secrets`)
  })

  it('copies only what exists and is not ignored', () => {
    const allowed = text('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    for (const [, sources = ''] of dockerfile.matchAll(/^COPY (?!--from)(?:--\S+ )*(.*) \S+$/gm)) {
      for (const source of sources.split(' ')) {
        expect(existsSync(source)).toBe(true)
        expect(allowed).toContain(source)
      }
    }
  })
})

describe.each(['compose.yaml', 'live.yaml'])('%s', (file) => {
  const { services, volumes } = read(file)
  const ours = Object.values(services).filter(({ image }) => image === 'quoin')

  it('gives our containers a read-only root, no capabilities, no root user, and time for the stop', () => {
    expect(ours.length).toBeGreaterThan(0)
    for (const one of ours) {
      expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'], user: '1000:1000' })
      expect(one.security_opt).toEqual(['no-new-privileges:true'])
      expect(Number.parseInt(one.stop_grace_period ?? '0', 10)).toBeGreaterThan(5)
    }
  })

  it('leaves no restart to a policy, which knows no exit codes; the bot’s is ours', () => {
    for (const { restart } of Object.values(services)) expect(restart).toBe('no')
    expect(services['bot']?.entrypoint).toEqual(['node', '/app/dist/src/cli/supervise.js'])
    expect(existsSync('src/cli/supervise.ts')).toBe(true)
  })

  it('keeps no log that grows for ever: the disk is the journal’s too', () => {
    for (const { logging } of Object.values(services))
      expect(logging?.options).toEqual({ 'max-size': '50m', 'max-file': '5' })
  })

  it('publishes on loopback only, Prometheus too, which outlives the bot it tells of and knows bot and watchdog by name', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports)
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
    expect(published).toEqual(expect.arrayContaining(['127.0.0.1:9464:9464', '127.0.0.1:9090:9090']))
    expect(services['prometheus']?.ports).toEqual(['127.0.0.1:9090:9090'])
    // a network that a container lends is gone with it
    for (const { network_mode } of Object.values(services)) expect(network_mode).toBe(undefined)
    const [, port = ''] = /--port (\d+)/.exec(services['watchdog']?.command?.join(' ') ?? '') ?? []
    for (const target of ['bot:9464', `watchdog:${port}`])
      expect(text('config/prometheus/prometheus.yml')).toContain(`"${target}"`)
  })

  it('has a Grafana that finds Prometheus and the dashboards, asks the network for nothing and lets nobody sign in', () => {
    const grafana = services['grafana']
    const { environment = {}, volumes: mounts = [] } = grafana ?? {}
    expect(grafana).toMatchObject({ read_only: true, cap_drop: ['ALL'], user: '472:0', ports: ['127.0.0.1:3000:3000'] })
    const provisioned = (path: string) => parse(text(join('config/grafana/provisioning', path)))
    const [{ url }] = provisioned('datasources/prometheus.yaml').datasources
    expect(environment[url.slice(2, -1)]).toBe('http://prometheus:9090')
    const [{ options }] = provisioned('dashboards/quoin.yaml').providers
    const inside = new Map(mounts.map((mount) => [mount.split(':')[1], join(DEPLOY, mount.split(':')[0] ?? '')]))
    expect([...inside.values()].every((folder) => existsSync(folder))).toBe(true)
    const home = environment['GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH'] ?? ''
    expect(existsSync(join(inside.get(options.path) ?? '', basename(home)))).toBe(true)
    expect(dirname(home)).toBe(options.path)
    expect(environment).toMatchObject({
      ...{ GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer', GF_AUTH_DISABLE_LOGIN_FORM: 'true' },
      ...{ GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true', GF_PLUGINS_PREINSTALL_DISABLED: 'true' },
    })
  })

  it('mounts read-only what is configured, and writes to named volumes', () => {
    for (const mount of Object.values(services).flatMap((one) => one.volumes)) {
      const [source = '', target, mode] = mount.split(':')
      if (!source.startsWith('.')) expect({ volume: source, target }).toEqual({ volume: source, target: '/data' })
      else expect(mode).toBe('ro')
      if (!source.startsWith('.')) expect(Object.keys(volumes)).toContain(source)
    }
  })

  it('runs a watchdog beside the bot, on the volume where the bot beats, with its wallet and its configuration', () => {
    const { bot, watchdog } = services
    const path = bot?.command?.[1]
    expect(watchdog?.command?.slice(0, 2)).toEqual(['watchdog', path])
    expect(watchdog?.entrypoint).toEqual(bot?.entrypoint)
    expect([watchdog?.environment, watchdog?.secrets]).toEqual([bot?.environment, bot?.secrets])
    for (const mount of ['journal:/data', `./${basename(path ?? '')}:${path}:ro`])
      expect([bot, watchdog].map((one) => one?.volumes.includes(mount))).toEqual([true, true])
  })
})

describe('compose.yaml', () => {
  const { services, secrets } = read('compose.yaml')

  it('starts as it is: no secret, and every file that it mounts is there', () => {
    expect(secrets).toBeUndefined()
    const mounted = Object.values(services).flatMap(({ volumes }) => volumes.filter((mount) => mount.startsWith('.')))
    for (const mount of mounted) expect(existsSync(join(DEPLOY, mount.split(':')[0] ?? ''))).toBe(true)
  })

  it('has a Redis that throws nothing away by itself and needs no disk', () => {
    const { command, read_only, user } = services['redis'] ?? {}
    expect(command?.join(' ')).toBe('redis-server --save  --appendonly no --maxmemory-policy noeviction')
    expect({ read_only, user }).toEqual({ read_only: true, user: '999:1000' })
  })

  it('has files in it that are valid and fit each other', () => {
    const bot = loadConfig(join(DEPLOY, 'bot.yaml'))
    const server = parseYaml(readYaml(join(DEPLOY, 'server.yaml')), serverConfig)
    expect(bot.venue).toMatchObject({ url: `http://server:${server.port}`, apiKey: server.keys[0]?.key })
    expect(bot.venue.profile.typedData.domain.chainId).toBe(SANDBOX_CHAIN_ID)
    // other containers can reach them
    expect([server.host, bot.telemetry.host]).toEqual(['0.0.0.0', '0.0.0.0'])
    expect(services['bot']?.depends_on).toEqual({ server: { condition: 'service_healthy' } })
  })

  it('has a bot that sends orders, with a key whose wallet the server gives collateral', () => {
    const { mode, wallet, execution } = loadConfig(join(DEPLOY, 'bot.yaml'))
    expect({ mode, path: execution.journal.path }).toEqual({ mode: 'live', path: '/data/journal' })
    const { command = [], environment = {} } = services['bot'] ?? {}
    expect(command).toContain('--live')
    const key = z.templateLiteral(['0x', z.string()]).parse(environment[wallet.privateKeyEnv ?? ''])
    const server = parseYaml(readYaml(join(DEPLOY, 'server.yaml')), serverConfig)
    expect(server.accounts.map(({ address }) => address)).toEqual([privateKeyToAddress(key)])
  })

  it('gives the bot its profile and its strategies at the places that its file names', () => {
    const targets = services['bot']?.volumes.map((mount) => mount.split(':')[1])
    const { venue } = z
      .object({ venue: z.object({ profile: z.string() }) })
      .parse(parse(text(join(DEPLOY, 'bot.yaml'))))
    const profile = normalize(join('/config/deploy', venue.profile))
    expect(targets).toContain(profile.slice(0, profile.lastIndexOf('/')))
    expect(targets).toContain('/config/deploy/strategies')
  })
})

describe('live.yaml', () => {
  it('hands secrets over as files', () => {
    const { services, secrets } = read('live.yaml')
    expect(Object.keys(services['bot']?.environment ?? {})).toEqual(['QUOIN_API_KEY_FILE', 'QUOIN_PRIVATE_KEY_FILE'])
    expect(Object.keys(secrets ?? {})).toEqual(services['bot']?.secrets)
  })

  it('logs nothing but JSON', () => {
    const { bot, watchdog } = read('live.yaml').services
    for (const service of [bot, watchdog]) expect(service?.command).toContain('--json')
  })

  it('has an example of its bot’s file, which takes those secrets and writes where it may', () => {
    const { venue, wallet, mode, execution, telemetry } = loadConfig(join(DEPLOY, 'live-bot.example.yaml'))
    const handed = Object.keys(read('live.yaml').services['bot']?.environment ?? {})
    expect(handed).toEqual([venue.apiKeyEnv, wallet?.privateKeyEnv].map((name) => `${name}_FILE`))
    const places = { mode, path: execution.journal.path, host: telemetry.host }
    expect(places).toEqual({ mode: 'live', path: '/data/journal', host: '0.0.0.0' })
  })
})
