import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, By, Capabilities, until } from 'selenium-webdriver'
import { freePort } from '../../scripts/services/child.mjs'
import type { Browser } from './journey.ts'

const PATIENCE_MS = 30_000

/** A virtual display for browsers without a headless mode. */
async function openScreen(program: string): Promise<{ name: string; close(): void }> {
  const screen = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => screen.kill())
  const failed = once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb did not start')))
  const [number] = (await Promise.race([once(screen.stdio[3] as NodeJS.ReadableStream, 'data'), failed])) as [Buffer]
  return { name: `:${String(number).trim()}`, close: () => void screen.kill() }
}

async function startDriver(program: string, screen: string): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort()
  // Painted on the CPU: the virtual display supports nothing else.
  const painting = { WEBKIT_DISABLE_COMPOSITING_MODE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' }
  const env = { ...process.env, ...painting, DISPLAY: screen, GDK_BACKEND: 'x11' }
  const driver = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' })
  process.once('exit', () => driver.kill())
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + PATIENCE_MS
  while (!(await fetch(`${url}/status`).catch(() => null))) {
    if (Date.now() > deadline) throw new Error('the driver of WebKitGTK does not respond')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, process: driver }
}

/** WebKitGTK's own browser, over WebDriver. */
export async function openWebKit(programs: { driver: string; screen: string }): Promise<Browser> {
  const screen = await openScreen(programs.screen)
  const { url, process: driver } = await startDriver(programs.driver, screen.name)
  const stop = () => {
    driver.kill()
    screen.close()
  }
  try {
    const webkit = await new Builder()
      .usingServer(url)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build()
    const find = async (path: string) => {
      const element = await webkit.wait(until.elementLocated(By.xpath(path)), PATIENCE_MS)
      await webkit.executeScript('arguments[0].scrollIntoView({ block: "center" })', element)
      return webkit.wait(until.elementIsVisible(element), PATIENCE_MS)
    }
    return {
      open: (address) => webkit.get(address),
      press: async (path) => (await find(path)).click(),
      async type(path, text) {
        await (await find(path)).click()
        await webkit.actions().sendKeys(text).perform()
      },
      has: (path) =>
        webkit.wait(until.elementLocated(By.xpath(path)), 1000).then(
          () => true,
          () => false,
        ),
      see: async (path) => void (await find(path)),
      picture: async () => Buffer.from(await webkit.takeScreenshot(), 'base64'),
      async close() {
        await webkit.quit()
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}
