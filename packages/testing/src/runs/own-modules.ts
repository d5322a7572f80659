import { register } from 'prom-client'
import { vi } from 'vitest'
import { z } from 'zod'

/*
 * Test files share a process, and so the libraries that were loaded for the one before, which is half of what a file
 * costs. Our own modules, and what they keep, are new for each: vitest runs this before it imports the file.
 */
vi.resetModules()
// What they had registered with a library, they will register again: their counters, and the names of their schemas.
register.clear()
z.globalRegistry.clear()
