import { expect } from 'vitest'
import { recordReplies } from './record-replies.ts'

/** Suites whose replies come from services: those of the gateway have stubs, and a tampered product lies. */
const SUITES = /\/(services|infra\/embedded)\/(?!.*tampered)/

const folder = process.env.REPLIES_FOLDER
if (folder) recordReplies(folder, () => SUITES.test(expect.getState().testPath ?? ''))
