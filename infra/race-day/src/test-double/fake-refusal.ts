export type FakeUser = {
  id: string
  email: string
  username: string | null
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
  profileImageUrl: null
  avatarConfig: null
}

export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}
