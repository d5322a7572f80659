// The health check of a container: its process answers /readyz with a 2xx.
const port = process.env.PORT || 8080
const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
process.exit(reply?.ok ? 0 : 1)
