/** Address of the page that makes its opener the owner. The secret stays in the browser: no server logs it. */
export function setupAddress(url: string, token: string): string {
  return `${url}/bbs/setup#token=${token}`
}

/** What a server without an owner prints when it is ready. */
export function setupInvitation(url: string, token: string): string {
  return [
    '',
    'This forum has no owner yet. Open this link within two days to create the owner account:',
    '',
    `  ${setupAddress(url, token)}`,
    '',
    'Print another link with: stoa setup',
    '',
    '',
  ].join('\n')
}
