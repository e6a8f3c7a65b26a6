// The first script of the document, run before anything is drawn and before the program itself has come.

// zod compiles validators with `new Function` unless told not to, and the content security policy reports
// every attempt; it reads this setting while its modules load.
globalThis.__zod_globalConfig = { jitless: true }

// Before the first paint, so that a person who chose a theme never sees the other one flash.
// The key is the one session.ts writes.
{
  const chosen = localStorage.getItem('iroko.theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

// The page's files and its first data, asked for together: otherwise each would be found only in the one before it.
// The build writes `irokoFiles` in front of this; call.ts takes `irokoEarly`.
{
  const address = location.hash.slice(1).split('?')
  const path = (address[0] || '/').replace(/(?<=.)\/$/, '')
  const token = sessionStorage.getItem('iroko.session')
  const isPublic = path === '/loan-request' || path.startsWith('/auth/')
  const opened = token === null && !isPublic ? '/auth/login' : path
  const { names = [], places = [], fonts = [] } = globalThis.irokoFiles ?? {}
  const fits = ([pattern]) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(opened)
  const announce = (href, about) =>
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', href, ...about }))
  for (const place of places.find(fits)?.[1] ?? [])
    announce(`/assets/${names[place]}.js`, { rel: 'modulepreload' })
  if (token !== null && !isPublic) {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const ask = (url, sent) => {
      const post = sent && {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: sent,
      }
      const answer = fetch(url, { headers, credentials: 'same-origin', ...post })
      // whoever takes the answer hears of a lost line; perhaps nobody does
      answer.catch(() => {})
      return [sent ? `POST ${url} ${sent}` : `GET ${url} `, answer]
    }
    // as the page asks when its address says nothing more; an answer that nobody asks for is thrown away
    const lists = {
      '/accounts': ['/api/loans/list', '{"tab":"live","sort":"-number","limit":25}'],
      '/customers': ['/api/customers/list', '{"sort":"name","limit":25}'],
      '/loan/requests/reviewer': ['/api/loan-requests/list', '{"stage":"reviewer","sort":"age","limit":25}'],
    }
    const list = address.length === 1 ? lists[path] : undefined
    const answers = [ask('/api/me'), ask('/api/me/preferences'), ...(list ? [ask(...list)] : [])]
    globalThis.irokoEarly = { token, at: performance.now(), answers: new Map(answers) }
  }
  // last: text does not wait for them
  for (const font of fonts)
    announce(`/${font}`, { rel: 'preload', as: 'font', type: 'font/woff2', fetchPriority: 'low' })
}
