import type { FakeRace } from './fake-product.ts'
import type { FakeUser } from './fake-refusal.ts'

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
export type FakeRequest = { user: FakeUser | undefined; query: URLSearchParams; body: unknown }
export type Route = [method: string, pattern: RegExp, handle: (ids: number[], request: FakeRequest) => Answer]

export type FakeRealtime = { board(weekendId: number): void; told(race: FakeRace, type: string): void }
