import type pg from 'pg'
import { z } from 'zod'
import type { Statement } from './bare-statements.ts'

/** What Postgres says of a statement that it ran. */
export type Explained = {
  step: string
  ms: number
  /** Written to tables, those of the connection among them. */
  rows: number
  walBytes: number
  /** Whole pages among that log: of each page the first change after a checkpoint. */
  walPages: number
  /** 8 kB each: found in shared buffers, fetched from outside of them, changed, and written out to make room. */
  hit: number
  read: number
  dirtied: number
  written: number
}

type Node = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] | undefined }

const node: z.ZodType<Node> = z.object({
  'Node Type': z.string(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  get Plans() {
    return z.array(node).optional()
  },
})
const root = z.object({
  'WAL Bytes': z.number(),
  'WAL FPI': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  'Shared Dirtied Blocks': z.number(),
  'Shared Written Blocks': z.number(),
})
const answer = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.object({ Plan: node.and(root), 'Planning Time': z.number(), 'Execution Time': z.number() }),
    ]),
  }),
])

const rowsOf = ({ 'Actual Rows': rows, 'Actual Loops': loops }: Node): number => rows * loops

/** What goes into a table comes out of the one plan below the node that writes. */
const writtenBy = (at: Node): number => {
  const below = at.Plans ?? []
  const here = at['Node Type'] === 'ModifyTable' ? rowsOf(below.at(-1) ?? at) : 0
  return below.reduce((sum, plan) => sum + writtenBy(plan), here)
}

/** The steps of a scoring by what their statements say, in the order in which they are looked for. */
const STEPS: readonly [RegExp, string][] = [
  [/insert into scoring_scopes/, 'scopes and prices'],
  [/update awards/, 'awards replaced or closed'],
  [/insert into scoring_changes/, 'whose award changes'],
  [/^insert into awards/, 'awards inserted'],
  [/insert into boards_to_tell/, 'groups that wait'],
  [/delete from boards_to_tell/, 'groups taken to be told'],
  [/insert into changed_boards/, 'versions raised'],
  [/board_newcomers select/, 'newcomers'],
  [/insert into moved_standings/, 'totals and picks'],
  [/standing_ranks/, 'ranks of the open board'],
  [/^insert into outbox.*not c\.is_open/s, 'events of groups'],
  [/^insert into outbox/, 'events of the open board'],
  [/^analyze/, 'statistics of its own tables'],
  [/^commit/i, 'commit'],
]

const stepOf = (sql: string): string => {
  const told = sql.trim()
  // An event's statement reads ranks, too.
  const events = STEPS.filter(([pattern]) => String(pattern).includes('outbox'))
  const among = /^insert into outbox/.test(told) ? events : STEPS
  return among.find(([pattern]) => pattern.test(told))?.[1] ?? 'all else'
}

const CAN_BE_EXPLAINED = /^\s*(with|insert|update|delete|select)\b/i

const explain = async (client: pg.Client, { sql, bindings }: Statement): Promise<Omit<Explained, 'step'>> => {
  const { rows } = await client.query(`explain (analyze, timing off, buffers, wal, format json) ${sql}`, [...bindings])
  const [
    {
      'QUERY PLAN': [{ Plan: plan, 'Planning Time': planning, 'Execution Time': execution }],
    },
  ] = answer.parse(rows)
  return {
    ms: planning + execution,
    rows: writtenBy(plan),
    walBytes: plan['WAL Bytes'],
    walPages: plan['WAL FPI'],
    hit: plan['Shared Hit Blocks'],
    read: plan['Shared Read Blocks'],
    dirtied: plan['Shared Dirtied Blocks'],
    written: plan['Shared Written Blocks'],
  }
}

const NOTHING = { rows: 0, walBytes: 0, walPages: 0, hit: 0, read: 0, dirtied: 0, written: 0 }

const run = async (client: pg.Client, { sql, bindings }: Statement): Promise<Omit<Explained, 'step'>> => {
  const startedAt = performance.now()
  await client.query(sql, [...bindings])
  return { ...NOTHING, ms: performance.now() - startedAt }
}

const sum = (some: Explained, more: Omit<Explained, 'step'>): Explained => ({
  step: some.step,
  ms: some.ms + more.ms,
  rows: some.rows + more.rows,
  walBytes: some.walBytes + more.walBytes,
  walPages: some.walPages + more.walPages,
  hit: some.hit + more.hit,
  read: some.read + more.read,
  dirtied: some.dirtied + more.dirtied,
  written: some.written + more.written,
})

/**
 * Runs statements one after the other, each that can be by `explain (analyze, timing off, buffers, wal)`; answers the steps
 * in their order, those that take several statements summed. Their transaction begins and ends as they say.
 */
export const explainStatements = async (client: pg.Client, statements: readonly Statement[]): Promise<Explained[]> => {
  const steps = new Map<string, Explained>()
  for (const statement of statements) {
    const step = stepOf(statement.sql)
    const taken = CAN_BE_EXPLAINED.test(statement.sql) ? await explain(client, statement) : await run(client, statement)
    steps.set(step, sum(steps.get(step) ?? { step, ms: 0, ...NOTHING }, taken))
  }
  return [...steps.values()]
}
