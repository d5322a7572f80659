// The service worker keeps nothing: standings must never be stale. It exists so that the app can be installed.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
