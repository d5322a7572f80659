import { register } from 'prom-client'
import { vi } from 'vitest'
import { z } from 'zod'

/*
 * Test files share a process and its loaded libraries, which are half of a file's cost. The repository's own modules and
 * their state are reset for each file: vitest runs this before it imports the file.
 */
vi.resetModules()
// Clears their registrations with libraries, which they will repeat: metrics, and the names of schemas.
register.clear()
z.globalRegistry.clear()
