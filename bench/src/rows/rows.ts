import { f1 } from './f1.ts'
import { f2 } from './f2.ts'
import { f3 } from './f3.ts'
import { growth } from './growth.ts'
import { h1 } from './h1.ts'
import { h2 } from './h2.ts'
import { h3 } from './h3.ts'
import { r1 } from './r1.ts'
import type { Row } from './row.ts'
import { s1 } from './s1.ts'
import { s2 } from './s2.ts'
import { s3 } from './s3.ts'
import { w1 } from './w1.ts'
import { w2 } from './w2.ts'
import { w3 } from './w3.ts'

/** Every row, in the order they are measured. */
export const rows: Row[] = [s1, growth, s2, s3, f1, f2, f3, h1, h2, h3, r1, w1, w2, w3]
