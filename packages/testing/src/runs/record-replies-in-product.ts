import { recordReplies } from './record-replies.ts'

// Loaded by `node --import` into products that tests start.

const folder = process.env.REPLIES_FOLDER
if (folder) recordReplies(folder, () => true)
