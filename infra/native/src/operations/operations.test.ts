import { describe, expect, test } from 'vitest'
import { type Operation, type Step, stepsEmbedded, stepsInContainers } from './operations.ts'

const commandLines = (steps: readonly Step[]): string[] => steps.map(({ command }) => command.join(' '))
const stepIndex = (steps: readonly Step[], part: string): number =>
  commandLines(steps).findIndex((line) => line.includes(part))

describe('a restore into containers', () => {
  const steps = stepsInContainers({ name: 'restore', file: 'tips.dump' })

  test('reads the file before anything is stopped or dropped', () => {
    expect(steps[1]).toMatchObject({ from: 'tips.dump', into: '/dev/null' })
    expect(commandLines(steps)[1]).toContain('pg_restore --list')
    expect(stepIndex(steps, 'stop')).toBe(2)
  })

  test('stops every process before the database, the gateway first', () => {
    expect(commandLines(steps)[2]).toBe(
      'docker compose stop gateway admin engagement chat groups scoring-worker tipping weekends identity kafka redis',
    )
    expect(stepIndex(steps, 'dropdb')).toBeGreaterThan(2)
  })

  test("deletes Kafka's newer events, and creates topics and roles on an empty database", () => {
    const kafkaIndex = stepIndex(steps, 'find kafka')
    expect(commandLines(steps).slice(kafkaIndex + 1, kafkaIndex + 7)).toEqual([
      expect.stringContaining('dropdb'),
      expect.stringContaining('createdb'),
      'docker compose run --rm -T migrate',
      expect.stringContaining('dropdb'),
      expect.stringContaining('createdb'),
      expect.stringContaining('pg_restore'),
    ])
  })

  test('ends with newer migrations, reset copies and the start', () => {
    expect(commandLines(steps).slice(-3)).toEqual([
      'docker compose run --rm -T migrate',
      'docker compose run --rm -T --no-deps migrate node infra/native/src/operations/rebuild.ts identity weekends tipping groups chat engagement admin',
      'docker compose up --detach --wait',
    ])
  })
})

test('a weekend played in containers raises the registration limit, and resets it however the weekend ends', () => {
  const [raise, play, reset] = stepsInContainers({ name: 'race-day', args: ['--fans', '500'] })
  expect(raise?.env).toEqual({ LIMIT_REGISTRATION: '6000' })
  expect(play?.command).toEqual(['node', 'infra/race-day/src/main.ts', '--fans', '500'])
  expect(reset).toEqual({ command: raise?.command, always: true })
})

test.each<Operation>([
  { name: 'rebuild', service: 'tipping' },
  { name: 'redrive', args: ['--consumer', 'tipping'] },
  { name: 'backup', file: 'tips.dump' },
  { name: 'restore', file: 'tips.dump' },
])('$name in containers leaves the embedded product alone, and vice versa', (operation) => {
  for (const { command } of stepsInContainers(operation)) expect(command[0]).toBe('docker')
  for (const { command } of stepsEmbedded(operation)) expect(command[0]).toBe('node')
})

test('a backup of the containers is a dump of the whole database, which has everything that cannot be rebuilt', () => {
  const [step] = stepsInContainers({ name: 'backup', file: 'tips.dump' })
  expect(step).toEqual({
    command: 'docker compose exec -T postgres pg_dump --username=postgres --format=custom purple_sector'.split(' '),
    into: 'tips.dump',
  })
})
