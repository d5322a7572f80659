import type { Row } from './row.ts'

/**
 * All rows, in the order of measurement.
 * Each is imported when its turn comes, so that a failing import does not affect other rows.
 */
export const rows: Record<string, () => Promise<Row>> = {
  S1: async () => (await import('./s1.ts')).s1,
  S2: async () => (await import('./s2.ts')).s2,
  S3: async () => (await import('./s3.ts')).s3,
  'S3-second': async () => (await import('./s3.ts')).s3Second,
  T2: async () => (await import('./t2.ts')).t2,
  S4: async () => (await import('./s4.ts')).s4,
  S5: async () => (await import('./s5.ts')).s5,
  C1: async () => (await import('./c1.ts')).c1,
  C2: async () => (await import('./c2.ts')).c2,
  F1: async () => (await import('./f1.ts')).f1,
  F2: async () => (await import('./f2.ts')).f2,
  F3: async () => (await import('./f3.ts')).f3,
  F4: async () => (await import('./f4.ts')).f4,
  F5: async () => (await import('./f5.ts')).f5,
  F6: async () => (await import('./f6.ts')).f6,
  H1: async () => (await import('./h1.ts')).h1,
  'H1-engagement': async () => (await import('./h1-engagement.ts')).h1Engagement,
  H3: async () => (await import('./h3.ts')).h3,
  H4: async () => (await import('./h4.ts')).h4,
  I1: async () => (await import('./i1.ts')).i1,
  N1: async () => (await import('./n1.ts')).n1,
  O1: async () => (await import('./o1.ts')).o1,
  R1: async () => (await import('./r1.ts')).r1,
  T1: async () => (await import('./t1.ts')).t1,
  IDLE: async () => (await import('./idle.ts')).idle,
  START: async () => (await import('./start.ts')).start,
  MEM: async () => (await import('./mem.ts')).mem,
  W1: async () => (await import('./w1.ts')).w1,
  W2: async () => (await import('./w2.ts')).w2,
  W3: async () => (await import('./w3.ts')).w3,
}
