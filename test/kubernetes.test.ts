// The manifests of config/deploy/kubernetes, held to the program: its ports, paths, flags and file names.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fetch } from 'undici'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createProgram } from '../src/cli/program.js'
import { loadConfig } from '../src/config/config.js'
import { startTelemetry } from '../src/telemetry/http.js'
import { SAMPLE } from './telemetry/sample-snapshot.js'

const FOLDER = 'config/deploy/kubernetes'
const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const manifest = (name: string): unknown => parse(text(name), { merge: true, version: '1.1' })

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const container = z.object({
  name: z.string(),
  image: z.literal('quoin'),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  restartPolicy: z.literal('Always').optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) })),
})
type Container = z.infer<typeof container>
const set = z
  .object({
    kind: z.literal('StatefulSet'),
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      serviceName: z.string(),
      replicas: z.int(),
      selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
      template: z.object({
        metadata: z.object({ labels: z.record(z.string(), z.string()) }),
        spec: z.object({
          terminationGracePeriodSeconds: z.int(),
          securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.int(), fsGroup: z.int() }),
          initContainers: z.array(container),
          containers: z.array(container),
          volumes: z.array(z.looseObject({ name: z.string() })),
        }),
      }),
      volumeClaimTemplates: z.array(
        z.object({ metadata: z.object({ name: z.string() }), spec: z.object({ accessModes: z.array(z.string()) }) }),
      ),
    }),
  })
  .parse(manifest('stateful-set.yaml'))
const { spec } = set.spec.template
const named = (name: string): Container => {
  const found = [...spec.containers, ...spec.initContainers].find((one) => one.name === name)
  if (found === undefined) throw new Error(`no container ${name}`)
  return found
}
const [bot, watchdog, keys] = [named('bot'), named('watchdog'), named('keys')]
const kustomization = z
  .object({
    namespace: z.string(),
    resources: z.array(z.string()),
    images: z.array(z.object({ name: z.string(), newTag: z.string() })),
    configMapGenerator: z.array(z.object({ name: z.string(), files: z.array(z.string()) })),
  })
  .parse(manifest('kustomization.yaml'))
const service = z
  .object({
    metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()) }),
    spec: z.object({
      publishNotReadyAddresses: z.boolean(),
      selector: z.record(z.string(), z.string()),
      ports: z.array(z.object({ port: z.int(), targetPort: z.string() })),
    }),
  })
  .parse(manifest('service.yaml'))
const config = loadConfig(join(FOLDER, 'bot.yaml'))
const KEY_FILES = ['api-key', 'keystore.json', 'passphrase']

const never = () => {
  throw new Error('expected no command to run')
}
const { commands } = createProgram({ entry: [], context: never, chosen: never })

describe('the kustomization', () => {
  it('names every file of the folder, and no other', () => {
    const files = [
      'kustomization.yaml',
      ...kustomization.resources,
      ...kustomization.configMapGenerator.flatMap(({ files: own }) => own),
    ]
    expect(files.sort()).toEqual(readdirSync(FOLDER).sort())
  })

  it('has the image and its version, and makes the configuration that the pod mounts', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(kustomization.images).toEqual([expect.objectContaining({ name: 'quoin', newTag: version })])
    const [made] = kustomization.configMapGenerator
    expect(spec.volumes).toContainEqual({ name: 'config', configMap: { name: made?.name } })
    expect(manifest('namespace.yaml')).toMatchObject({ kind: 'Namespace', metadata: { name: kustomization.namespace } })
  })

  it('has the doctor asked beside a bot on paper, before one that sends orders', () => {
    const [head = ''] = text('kustomization.yaml').split('apiVersion')
    const place = (words: string) => head.indexOf(words)
    const [paper, doctor, live] = [place('mode: paper'), place('doctor /etc/quoin/bot.yaml'), place('mode: live')]
    expect(paper).toBeGreaterThan(0)
    expect(doctor).toBeGreaterThan(paper)
    expect(live).toBeGreaterThan(doctor)
  })

  it('says how its secret is made: the keys that the pod copies', () => {
    const words = text('kustomization.yaml')
    for (const name of KEY_FILES) expect(words).toContain(`--from-file=${name}`)
    expect(words).toContain('create secret generic quoin-keys')
    expect(spec.volumes).toContainEqual({ name: 'secrets', secret: { secretName: 'quoin-keys', defaultMode: 0o400 } })
  })
})

describe('the pod', () => {
  it('has one writer: a stateful set of one, on a volume that one pod may hold', () => {
    expect(set.spec.replicas).toBe(1)
    expect(set.spec.volumeClaimTemplates).toMatchObject([
      { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOncePod'] } },
    ])
    expect(set.spec.template.metadata.labels).toMatchObject(set.spec.selector.matchLabels)
  })

  it('runs commands and flags that there are', () => {
    for (const { args = [] } of [bot, watchdog]) {
      const [name, path, ...flags] = args
      const command = commands.find((one) => one.name() === name)
      expect(command).toBeDefined()
      expect(path).toBe('/etc/quoin/bot.yaml')
      for (const flag of flags.filter((word) => word.startsWith('--')))
        expect(command?.options.map(({ long }) => long)).toContain(flag)
    }
    expect(bot.args).toContain('--live')
    for (const { args } of [bot, watchdog]) expect(args).toContain('--json')
    const doctor = /exec quoin-0 -c bot -- node (\S+) (\w+) (\S+)/.exec(text('kustomization.yaml'))
    expect(doctor?.slice(1)).toEqual(['dist/src/cli/main.js', 'doctor', bot.args?.[1]])
    expect(existsSync('src/cli/main.ts')).toBe(true)
  })

  it('asks the ports where program and configuration listen, and publishes them', () => {
    const port = (one: Container, name = '') => one.ports.find((p) => p.name === name)?.containerPort
    expect(port(bot, bot.livenessProbe?.httpGet.port)).toBe(config.telemetry.port)
    expect(port(watchdog, watchdog.readinessProbe?.httpGet.port)).toBe(
      Number(watchdog.args?.[watchdog.args.indexOf('--port') + 1]),
    )
    expect(config.telemetry.host).toBe('0.0.0.0')
    const published = service.spec.ports.map(({ port: number, targetPort }) => [number, targetPort])
    expect(published).toEqual([bot, watchdog].flatMap(({ ports }) => ports.map((p) => [p.containerPort, p.name])))
    expect(service.metadata.annotations['prometheus.io/port']).toBe(String(config.telemetry.port))
    expect(service.spec).toMatchObject({ publishNotReadyAddresses: true, selector: set.spec.selector.matchLabels })
    expect(set.spec.serviceName).toBe(service.metadata.name)
  })

  it('is scraped by a name that stays when the pod is gone, so that its absence is seen', () => {
    const [, text = ''] = /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(readFileSync('docs/metrics.md', 'utf8')) ?? []
    const port = (of: Container) => of.ports[0]?.containerPort
    const pod = `${set.metadata.name}-0.${set.spec.serviceName}.${kustomization.namespace}.svc`
    expect(parse(text).scrape_configs).toEqual([
      { job_name: 'quoin', static_configs: [{ targets: [`${pod}:${port(bot)}`] }] },
      { job_name: 'quoin-watchdog', static_configs: [{ targets: [`${pod}:${port(watchdog)}`] }] },
    ])
  })

  const health = () => ({ ok: true, reasons: [] })
  const telemetry = startTelemetry(
    { metrics: async () => '', health, ready: health, status: () => SAMPLE },
    { host: '127.0.0.1', port: 0 },
  )
  afterAll(async () => (await telemetry).close())
  it.each([bot.startupProbe, bot.livenessProbe, bot.readinessProbe, watchdog.readinessProbe])(
    'probes what is served: %o',
    async (one) => {
      const { url } = await telemetry
      expect((await fetch(`${url}${one?.httpGet.path}`)).status).toBe(200)
    },
  )

  it('does not restart what a restart does not mend: the watchdog by its health, a bot that waits', () => {
    expect(watchdog.livenessProbe).toBeUndefined()
    expect([bot.livenessProbe?.httpGet.path, bot.readinessProbe?.httpGet.path]).toEqual(['/healthz', '/readyz'])
    // a sidecar: before the bot, and after it
    expect(watchdog.restartPolicy).toBe('Always')
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(10)
  })

  it('gives the watchdog the bot’s configuration, keys and volume', () => {
    expect(watchdog.volumeMounts).toEqual(bot.volumeMounts)
  })

  it('copies the keys as files that the program takes, by a command that the image has, a second time too', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-pod-'))
    try {
      const [secrets, own] = ['secrets', 'keys'].map((name) => join(folder, name)) as [string, string]
      for (const made of [secrets, own]) mkdirSync(made)
      for (const name of KEY_FILES) writeFileSync(join(secrets, name), name, { mode: 0o440 })
      const [program, flag, script = ''] = keys.command ?? []
      expect([program, flag]).toEqual(['node', '-e'])
      const here = script.replaceAll('/secrets/', `${secrets}/`).replaceAll('/keys/', `${own}/`)
      for (const _ of ['at first', 'after a restart of the pod']) {
        execFileSync(process.execPath, ['-e', here], { stdio: 'pipe' })
        expect(readdirSync(own).sort()).toEqual(KEY_FILES)
        for (const name of KEY_FILES) {
          expect(readFileSync(join(own, name), 'utf8')).toBe(name)
          expect(statSync(join(own, name)).mode & 0o777).toBe(0o400)
        }
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('mounts what the configuration names, and nothing else can be written', () => {
    const writable = bot.volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath)
    expect(writable).toEqual(['/data', '/tmp'])
    for (const folder of [config.execution.journal.path, config.report.folder]) expect(dirname(folder)).toBe('/data')
    expect(readFileSync('Dockerfile', 'utf8')).toContain('ENV QUOIN_STATE_DIR=/data/state')
    const { venue, wallet } = config
    const named = KEY_FILES.map((name) => `/keys/${name}`)
    expect([venue.apiKeyFile, wallet.keystoreFile, wallet.passphraseFile]).toEqual(named)
    const user = /^USER (\d+):(\d+)$/m.exec(readFileSync('Dockerfile', 'utf8'))
    expect([String(spec.securityContext.runAsUser), String(spec.securityContext.fsGroup)]).toEqual(user?.slice(1))
    const volumes = [...spec.volumes, ...set.spec.volumeClaimTemplates.map(({ metadata }) => metadata)].map(
      ({ name }) => name,
    )
    for (const { name } of [bot, watchdog, keys].flatMap(({ volumeMounts }) => volumeMounts))
      expect(volumes).toContain(name)
  })
})

describe('its bot', () => {
  it('is live, with the profile beside it, which is the template of the testnet until it is edited', () => {
    expect(config.mode).toBe('live')
    expect(text('venue.yaml')).toBe(readFileSync('config/venues/testnet.yaml', 'utf8'))
  })
})
