import puppeteer from 'puppeteer-core'
import type { Browser } from './journey.ts'

/** Debian's Firefox, over WebDriver BiDi. */
export async function openFirefox(program: string): Promise<Browser> {
  const firefox = await puppeteer.launch({ browser: 'firefox', executablePath: program, headless: true })
  // The page that opens at start has no focus.
  const page = await firefox.newPage()
  page.setDefaultTimeout(30_000)
  const find = async (path: string) => {
    const element = await page.waitForSelector(`::-p-xpath(${path})`, { visible: true }).catch((error: unknown) => {
      throw new Error(`no ${path}`, { cause: error })
    })
    if (!element) throw new Error(`no ${path}`)
    return element
  }
  return {
    open: async (url) => void (await page.goto(url)),
    press: async (path) => (await find(path)).click(),
    type: async (path, text) => (await find(path)).type(text),
    has: async (path) =>
      (await page.waitForSelector(`::-p-xpath(${path})`, { timeout: 1000 }).catch(() => null)) !== null,
    see: async (path) => void (await find(path)),
    picture: () => page.screenshot(),
    close: () => firefox.close(),
  }
}
