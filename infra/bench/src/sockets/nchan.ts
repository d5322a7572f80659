import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@purple-sector/machine/free-port'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { waitFor } from '../wait-for.ts'
import { type Audience, audienceOf } from './audience.ts'
import { clock } from './clock.ts'

const NGINX = '/usr/sbin/nginx'
const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so'

const configuration = (folder: string, port: number): string => `
load_module ${MODULE};
daemon off;
worker_processes 1;
worker_rlimit_nofile 16000;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
events { worker_connections 20000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /subscribe { nchan_subscriber websocket; nchan_channel_id room; nchan_subscriber_first_message newest; }
    location = /publish { nchan_publisher; nchan_channel_id room; nchan_message_buffer_length 1000; }
  }
}
`

const publish = async (url: string, body: string): Promise<void> => {
  const reply = await fetch(url, { method: 'POST', body })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`nchan answered ${reply.status}`)
}

/** Starts nchan with Debian's nginx, a C server made for fan-out. Undefined when it is not installed. */
export const nchanAudience = async (count: number): Promise<Audience | undefined> => {
  if (!existsSync(NGINX) || !existsSync(MODULE)) return undefined
  const folder = await temporaryFolder('bench-nchan')
  const port = await freePort()
  const file = join(folder.path, 'nginx.conf')
  writeFileSync(file, configuration(folder.path, port))
  const nginx = spawn(NGINX, ['-c', file, '-e', join(folder.path, 'error.log')], { stdio: 'ignore' })
  const exited = new Promise((resolve) => nginx.once('exit', resolve))
  const url = `http://127.0.0.1:${port}/publish`
  const server = {
    async broadcast({ messages, bytes }: { messages: number; bytes: number }) {
      const body = 'x'.repeat(bytes)
      const startedAt = clock()
      for (let sent = 0; sent < messages; sent += 1) await publish(url, body)
      return { result: startedAt }
    },
    async stop() {
      nginx.kill('SIGTERM')
      await exited
      await folder.remove()
    },
  }
  const isReachable = () =>
    publish(url, 'x').then(
      () => true,
      () => false,
    )
  await waitFor('nginx', isReachable, 10_000)
  return audienceOf(server, { path: '/subscribe', isSignedIn: false, first: [] }, port, count)
}
