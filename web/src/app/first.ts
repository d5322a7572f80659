// Built as /scheme.js, which the page waits for: what has to be there before the first paint, and before the app is.
import '../features/theme/scheme.ts'
import { replayEarlyClick } from './early-click-replay.ts'

replayEarlyClick()
