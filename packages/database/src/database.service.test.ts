import { describeDatabase } from './contract-suite.ts'

describeDatabase('the embedded database')
