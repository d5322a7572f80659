import type { User } from '@purple-sector/contracts/identity/http'
import type { Audience } from './routes.ts'

export const audienceOf = (user: User | null): Audience => (user ? (user.isAdmin ? 'administrator' : 'fan') : 'visitor')
