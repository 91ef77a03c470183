/** A count of news as badges and the page's title show it: 100 means 100 or more. */
export function shownCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}
