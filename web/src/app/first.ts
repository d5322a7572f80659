// Built as /scheme.js, a blocking script: what has to run before the first paint and before the app is loaded.
import '../features/profile/theme/scheme.ts'
import { replayEarlyClick } from './hydration/early-click-replay.ts'

replayEarlyClick()
