/** Actions that the journey needs from a browser. Elements are found by XPath, which all drivers support. */
export interface Browser {
  open(url: string): Promise<void>
  /** Waits for the element and presses it. */
  press(path: string): Promise<void>
  /** Waits for the field and types. */
  type(path: string, text: string): Promise<void>
  /** Whether the element appears within a second. */
  has(path: string): Promise<boolean>
  /** Waits for the element. */
  see(path: string): Promise<void>
  /** A screenshot as PNG. */
  picture(): Promise<Uint8Array>
  close(): Promise<void>
}

const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`
const field = (label: string) =>
  `//*[self::textarea or self::input][@aria-label='${label}' or @id=//label[normalize-space()='${label}']/@for]`
const comment = (text: string) => `//article[contains(., '${text}')]`

/** Waits until the page is hydrated: only then does this button work. */
async function waitForHydration(browser: Browser): Promise<void> {
  const [dark, light] = [button('Use the dark theme'), button('Use the light theme')]
  const wasLight = await browser.has(dark)
  for (let tries = 0; tries < 15; tries += 1) {
    await browser.press(`(${dark} | ${light})[1]`)
    if (await browser.has(wasLight ? light : dark)) return
  }
  throw new Error('the page was not hydrated')
}

export interface JourneyOptions {
  forum: string
  /** Address of a post that accepts anonymous comments. */
  post: string
  title: string
  password: string
}

/** Reads a post, comments without an account, signs in and replies. */
export async function takePart(browser: Browser, { forum, post, title, password }: JourneyOptions): Promise<void> {
  const [first, second] = [`First thought ${Date.now()}`, `Second thought ${Date.now()}`]
  await browser.open(post)
  await browser.see(`//h1[contains(., "${title}")]`)
  await waitForHydration(browser)
  await browser.type(field('Write a comment'), first)
  await browser.press(button('Comment anonymously'))
  await browser.see(comment(first))

  await browser.open(`${forum}/bbs/login?next=${encodeURIComponent(new URL(post).pathname)}`)
  await waitForHydration(browser)
  await browser.type(field('Username or email'), 'demo_ada')
  await browser.type(field('Password'), password)
  await browser.press("//main//button[@type='submit']")
  await browser.see(`//h1[contains(., "${title}")]`)
  await browser.press(`(//article${button('Reply')})[1]`)
  const reply =
    "//textarea[starts-with(@aria-label, 'Write a reply') or @id=//label[starts-with(normalize-space(), 'Write a reply')]/@for]"
  await browser.type(reply, second)
  await browser.press(`${reply}/ancestor::form//button[normalize-space()='Reply']`)
  await browser.see(comment(second))
}

/** Writes a draft with Markdown in the composer, as the signed-in person. */
export async function writeDraft(browser: Browser, { forum }: Pick<JourneyOptions, 'forum'>): Promise<void> {
  const editor = "//*[contains(@class, 'stoa-editor-place')]//*[@contenteditable='true']"
  await browser.open(`${forum}/bbs/FORUM/posts/create`)
  await browser.type(field('Title'), 'Written in another browser')
  await browser.type(editor, '**Bold** words')
  await browser.see(`${editor}//*[self::b or self::strong][normalize-space()='Bold']`)
  await browser.see("//*[@data-state='saved']")
}
