import { describeDatabase } from './contract-suite.ts'

describeDatabase('a database by URL')
