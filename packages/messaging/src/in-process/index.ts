export { createInProcessBus, type InProcessBusOptions } from './bus.ts'
export { type DeadLetter, type DeadLetterFilter, readDeadLetters, redriveInProcess } from './dead-letters.ts'
