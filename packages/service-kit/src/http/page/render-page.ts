import type { FastifyReply } from 'fastify'
import { type Html, html, nothing } from './html.ts'
import { style } from './style.ts'

/** Renders the page around its content: header with sector stripes, no script. `head` adds elements to its head. */
export const renderPage = (title: string, content: Html, head: Html = nothing): string =>
  html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title} – Purple Sector</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/fonts.css">
<style>${{ html: style }}</style>
${head}
</head>
<body>
<header class="mast"><div class="bar"><a class="brand" href="/"><span class="mark"><i></i><i></i><i></i></span>Purple Sector</a></div>
<div class="edge"><div class="sectors" aria-hidden="true">${{
    html: [5, 3, 2, 4, 6, 2].map((width) => `<i style="flex-grow:${width}"></i>`).join(''),
  }}</div></div></header>
<main>${content}</main>
</body>
</html>`.html

/** The icon "alert-triangle" of Tabler Icons. */
const warning: Html = html`<svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 9v4M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0M12 16h.01"/></svg>`

export const alert = (message: string | undefined): Html =>
  message === undefined ? nothing : html`<p class="error" role="alert">${warning}${message}</p>`

/** Sends a page with `no-store`, because it may contain text that a user typed. */
export const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
