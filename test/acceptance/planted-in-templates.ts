import type { PlaytestRule } from '../../src/playtest/rules.js'
import type { ScenarioName } from '../../src/playtest/scenarios.js'

/** An ordinary bug of one person's app, planted in a copy of a template. */
interface PlantedInTemplate {
  readonly template: 'arcade' | 'blank' | 'studio' | 'versus'
  readonly bug: string
  /** A scenario that finds it; `--scenario all` plays it, too. */
  readonly scenario: ScenarioName
  /** What is replaced in which file, each once. */
  readonly edits: readonly (readonly [file: string, was: string, becomes: string])[]
  /** One of the rules that finds it. */
  readonly finds: PlaytestRule
}

const BLANK_SAVE = 'Service.storage.set(KEY, String(taps)).catch(explain)'
const STEP = 'Math.max(0, Math.min((now - lastTime) / 1000, MAX_FRAME_SECONDS))'
const PLAY = "  enter('playing')\n  stage.focus"
const HEARD = "const LEAP_KEYS = [' ', 'Enter', 'ArrowUp', 'ArrowRight']"

export const PLANTED_IN_TEMPLATES: readonly PlantedInTemplate[] = [
  {
    template: 'arcade',
    bug: 'a best score that is saved a second later',
    scenario: 'reopened',
    edits: [
      ['saved.js', '    void this.flush()\n  }', '    setTimeout(() => void this.flush(), 1000)\n  }'],
      ['main.js', '  void saved.flush()\n', ''],
    ],
    finds: 'run/not-kept',
  },
  {
    template: 'arcade',
    bug: 'a product that is unlocked though there were too few credits',
    scenario: 'closed-while-paying',
    edits: [
      [
        'shop.js',
        "    if (answer.status === 'paid') {\n",
        "    if (product === 'comet' && answer.status === 'failed') this.hasComet = true\n    if (answer.status === 'paid') {\n",
      ],
    ],
    finds: 'run/credited-unpaid',
  },
  {
    template: 'blank',
    bug: 'a layer over the page that ten taps leave there',
    scenario: 'buttons',
    edits: [
      [
        'app.js',
        '  saveTaps()\n})\n',
        "  saveTaps()\n  if (taps % 10 !== 0) return\n  const party = document.createElement('div')\n  party.style.cssText = 'position: fixed; inset: 0; z-index: 5'\n  document.body.append(party)\n})\n",
      ],
    ],
    finds: 'run/dead-button',
  },
  {
    template: 'arcade',
    bug: 'a result that cannot be shared, which nobody catches',
    scenario: 'calls-fail',
    edits: [
      [
        'main.js',
        "  try {\n    await Service.share({ image: picture, text: words })\n  } catch (error) {\n    if (codeOf(error) !== 'BUSY') byId('status').textContent = 'It cannot be shared right now.'\n  }\n",
        '  await Service.share({ image: picture, text: words })\n',
      ],
    ],
    finds: 'run/unhandled-rejection',
  },
  {
    template: 'arcade',
    bug: 'a countdown after a pause that is counted in frames',
    scenario: 'display-rate',
    edits: [['main.js', '  timeLeft -= seconds\n', '  timeLeft -= 1 / 60\n']],
    finds: 'run/speed-follows-display',
  },
  {
    template: 'arcade',
    bug: 'sparks that have faded and are kept, of all games',
    scenario: 'rounds',
    edits: [
      ['effects.js', '    this.sparks = this.sparks.filter(({ age }) => age < SPARK_SECONDS)\n', ''],
      [
        'effects.js',
        '    for (const spark of this.sparks) {\n',
        '    for (const spark of this.sparks) {\n      if (spark.age > SPARK_SECONDS) continue\n',
      ],
      ['view.js', '    this.effects = new Effects()\n', ''],
      [
        'effects.js',
        'for (const thing of [...this.sparks, ...this.words]) thing.age',
        'this.burst({ along: view.camera, across: 0 }, 8, 1)\n    for (const thing of [...this.sparks, ...this.words]) thing.age',
      ],
    ],
    finds: 'run/memory-grows',
  },
  {
    template: 'studio',
    bug: 'a picture of the card that is kept at each character',
    scenario: 'rounds',
    edits: [
      [
        'main.js',
        "lines.addEventListener('input', () => {\n",
        "const undo = []\n\nlines.addEventListener('input', () => {\n  undo.push(card.pen.getImageData(0, 0, card.canvas.width, card.canvas.height))\n",
      ],
    ],
    finds: 'run/memory-grows',
  },
  {
    template: 'arcade',
    bug: 'a purchase that is consumed though its credit could not be saved',
    scenario: 'closed-while-paying',
    edits: [
      [
        'shop.js',
        '    await this.save((chances) => creditPacks(chances, packs))\n    for',
        '    await this.save((chances) => creditPacks(chances, packs)).catch(() => {})\n    for',
      ],
    ],
    finds: 'run/purchase-lost',
  },
  {
    template: 'blank',
    bug: 'a theme that is saved over what was counted',
    scenario: 'reopened',
    edits: [
      [
        'app.js',
        'Service.storage.set(KEY, String(taps)).catch(explain)',
        'Service.storage.set(KEY, JSON.stringify({ taps })).catch(explain)',
      ],
      [
        'app.js',
        'Number(await Service.storage.get(KEY)) || 0',
        "JSON.parse((await Service.storage.get(KEY)) ?? '{}').taps ?? 0",
      ],
      [
        'app.js',
        "Service.on('theme', ({ theme }) => {\n  showTheme(theme)\n",
        "Service.on('theme', ({ theme }) => {\n  showTheme(theme)\n  Service.storage.set(KEY, JSON.stringify({ theme })).catch(explain)\n",
      ],
    ],
    finds: 'run/not-kept',
  },
  {
    template: 'versus',
    bug: 'a board that is wider than a narrow phone',
    scenario: 'narrow',
    edits: [
      [
        'style.css',
        '  min-width: 0;\n  min-height: 0;\n  aspect-ratio: 1;',
        '  min-width: 44px;\n  min-height: 44px;\n  aspect-ratio: 1;',
      ],
    ],
    finds: 'run/too-wide',
  },
  {
    template: 'blank',
    bug: 'a gift that is noted only after it was given, so that two taps give it twice',
    scenario: 'slow-host',
    edits: [
      [
        'index.html',
        '<button id="tap" type="button">Tap me</button>',
        '<button id="tap" type="button">Tap me</button>\n        <button id="gift" type="button">Your gift: 10 taps</button>',
      ],
      [
        'app.js',
        '// ----- Start',
        "byId('gift').addEventListener('click', async () => {\n  try {\n    if ((await Service.storage.get('gift')) !== null) {\n      byId('gift').textContent = 'You have had your gift'\n      return\n    }\n    taps += 10\n    showTaps()\n    saveTaps()\n    await Service.storage.set('gift', 'yes')\n    byId('gift').textContent = 'Enjoy!'\n  } catch (error) {\n    explain(error)\n  }\n})\n\n// ----- Start",
      ],
    ],
    finds: 'run/counts-twice',
  },
  {
    template: 'versus',
    bug: 'a second tap before the answer hosts once more, and leaves the match',
    scenario: 'slow-host',
    edits: [['main.js', '  if (isEntering) return\n', '']],
    finds: 'run/counts-twice',
  },
  {
    template: 'arcade',
    bug: 'an orbit that shrinks with each frame, so that only the end of a game comes sooner',
    scenario: 'display-rate',
    edits: [
      ['game.js', '    ship.distance -= ((planet.orbit - planet.radius) / planet.patience) * seconds\n', ''],
      [
        'game.js',
        '  placeInOrbit() {',
        '  shrink() {\n    const { ship } = this\n    if (this.over || ship.flying) return\n    ship.distance -= (ship.planet.orbit - ship.planet.radius) / (ship.planet.patience * 60)\n  }\n\n  placeInOrbit() {',
      ],
      [
        'main.js',
        '  view.draw(game, owed / STEP_SECONDS, seconds)\n',
        "  if (state !== 'counting') game.shrink()\n  view.draw(game, owed / STEP_SECONDS, seconds)\n",
      ],
    ],
    finds: 'run/speed-follows-display',
  },
  {
    template: 'blank',
    bug: 'a combo that runs out after 90 frames',
    scenario: 'display-rate',
    edits: [
      [
        'index.html',
        '<button id="tap" type="button">Tap me</button>',
        '<p>Combo: <output id="combo">0</output></p>\n        <button id="tap" type="button">Tap me</button>',
      ],
      [
        'app.js',
        "byId('tap').addEventListener('click', () => {\n",
        "let combo = 0\nlet framesLeft = 0\nconst coolDown = () => {\n  if (framesLeft > 0) framesLeft -= 1\n  else if (combo > 0) {\n    combo -= 1\n    framesLeft = 90\n  }\n  byId('combo').textContent = String(combo)\n  requestAnimationFrame(coolDown)\n}\ncoolDown()\n\nbyId('tap').addEventListener('click', () => {\n  combo += 1\n  framesLeft = 90\n",
      ],
    ],
    finds: 'run/speed-follows-display',
  },
  {
    template: 'blank',
    bug: 'seconds that are counted in frames',
    scenario: 'display-rate',
    edits: [
      [
        'index.html',
        '<button id="tap" type="button">Tap me</button>',
        '<p>Time: <output id="time">30</output></p>\n        <button id="tap" type="button">Tap me</button>',
      ],
      [
        'app.js',
        '// ----- Start',
        "let frames = 0\nconst countDown = () => {\n  frames += 1\n  byId('time').textContent = String(Math.max(0, 30 - Math.floor(frames / 60)))\n  if (frames < 1800) requestAnimationFrame(countDown)\n}\ncountDown()\n\n// ----- Start",
      ],
    ],
    finds: 'run/speed-follows-display',
  },
  {
    template: 'arcade',
    bug: 'a purchase that its payment credits, and the purchases again',
    scenario: 'closed-while-paying',
    edits: [
      [
        'shop.js',
        '      await this.inTurn(() => this.bring(openPacks([answer.purchase])))\n',
        '      else await this.inTurn(() => this.save((chances) => ({ ...chances, bought: chances.bought + CHANCES_A_PACK })))\n      await this.deliver()\n',
      ],
    ],
    finds: 'run/credited-twice',
  },
  {
    template: 'studio',
    bug: '`ready` after the host was asked what it supports',
    scenario: 'slow-host',
    edits: [
      ['main.js', 'Service.ready().catch(() => {})\nService.getContext()', 'Service.getContext()'],
      [
        'main.js',
        '  showButtons()\n}\n\nfunction',
        '  showButtons()\n  Service.ready().catch(() => {})\n}\n\nfunction',
      ],
    ],
    finds: 'run/ready-late',
  },
  {
    template: 'versus',
    bug: 'a button that waits for ever once no nickname was chosen, in an app that asks for a list all the time',
    scenario: 'buttons',
    edits: [
      [
        'main.js',
        "    const result = await call()\n    if (result.status === 'joined') {",
        "    const result = await call()\n    if (result.status === 'cancelled') return\n    isEntering = false\n    if (result.status === 'joined') {",
      ],
      [
        'main.js',
        "  } catch (error) {\n    const code = codeOf(error)\n    if (code === 'BUSY') return",
        "  } catch (error) {\n    isEntering = false\n    const code = codeOf(error)\n    if (code === 'BUSY') return",
      ],
      ['main.js', '  } finally {\n    isEntering = false\n  }\n  goHome()', '  }\n  goHome()'],
    ],
    finds: 'run/stays-disabled',
  },
  {
    template: 'arcade',
    bug: 'a second chance that is there again once it was used',
    scenario: 'reopened',
    edits: [['shop.js', '    this.inTurn(() => this.save((chances) => chances)).catch(() => {})\n', '']],
    finds: 'run/not-kept',
  },
  {
    template: 'arcade',
    bug: 'notes that every voice keeps sounding',
    scenario: 'rounds',
    edits: [['sound.js', '    oscillator.stop(start + seconds)\n', '']],
    finds: 'run/leaks',
  },
  {
    template: 'arcade',
    bug: 'messages that are hidden and never removed',
    scenario: 'rounds',
    edits: [
      [
        'main.js',
        '  view.effects.show(event, view.calm.matches)\n',
        "  view.effects.show(event, view.calm.matches)\n  const line = document.createElement('p')\n  line.hidden = true\n  line.textContent = event.kind\n  document.body.append(line)\n",
      ],
    ],
    finds: 'run/leaks',
  },
  {
    template: 'arcade',
    bug: 'a purchase that is credited again at the next start',
    scenario: 'closed-while-paying',
    edits: [['shop.js', '.filter((id) => !chances.credited.includes(id))', '']],
    finds: 'run/credited-twice',
  },
  {
    template: 'arcade',
    bug: 'purchases that are never read at the start',
    scenario: 'narrow',
    edits: [['main.js', '  if (has.pay) shop.deliver().catch(() => {})\n', '']],
    finds: 'run/purchase-lost',
  },
  {
    template: 'arcade',
    bug: 'a permanent product that is offered to its owner',
    scenario: 'closed-while-paying',
    edits: [['panels.js', 'comet.disabled = hasComet', 'comet.disabled = false']],
    finds: 'run/sells-owned',
  },
  {
    template: 'arcade',
    bug: 'the id of a product that is not sold',
    scenario: 'buttons',
    edits: [['panels.js', "this.buy('comet')", "this.buy('Comet'.trim())"]],
    finds: 'run/call-refused',
  },
  {
    template: 'arcade',
    bug: 'a purchase that is consumed before its credit is saved',
    scenario: 'closed-while-paying',
    edits: [
      [
        'shop.js',
        '    await this.save((chances) => creditPacks(chances, packs))\n    for (const { id } of packs) {',
        '    for (const { id } of packs) {',
      ],
      [
        'shop.js',
        "        if (codeOf(error) !== 'NOT_CONSUMABLE') throw error\n      }\n    }\n",
        "        if (codeOf(error) !== 'NOT_CONSUMABLE') throw error\n      }\n    }\n    await this.save((chances) => creditPacks(chances, packs))\n",
      ],
    ],
    finds: 'run/purchase-lost',
  },
  {
    template: 'arcade',
    bug: 'a shared text with a link',
    scenario: 'buttons',
    edits: [['main.js', 'How far do you get?', 'Play at https://example.com']],
    finds: 'run/call-refused',
  },
  {
    template: 'blank',
    bug: 'a rejection that nobody catches',
    scenario: 'calls-fail',
    edits: [['app.js', BLANK_SAVE, 'Service.storage.set(KEY, String(taps))']],
    finds: 'run/unhandled-rejection',
  },
  {
    template: 'blank',
    bug: '`ready` after a call that may fail',
    scenario: 'calls-fail',
    edits: [
      [
        'app.js',
        'Service.ready().catch(explain)\nloadContext().catch(explain)',
        'loadContext().then(() => Service.ready()).catch(() => {})',
      ],
    ],
    finds: 'run/dead-page',
  },
  {
    template: 'blank',
    bug: 'a page that is empty without a connection',
    scenario: 'offline',
    edits: [
      ['app.js', 'showTaps()\nService.ready()', 'document.body.hidden = true\nshowTaps()\nService.ready()'],
      [
        'app.js',
        'loadTaps().catch(explain)',
        'loadTaps().then(() => { document.body.hidden = false }, () => {})',
      ],
    ],
    finds: 'run/dead-page',
  },
  {
    template: 'arcade',
    bug: 'time that is counted in frames',
    scenario: 'display-rate',
    edits: [['main.js', STEP, '1 / 60']],
    finds: 'run/speed-follows-display',
  },
  {
    template: 'arcade',
    bug: 'a sound that goes on while the app is hidden',
    scenario: 'hidden',
    edits: [
      [
        'sound.js',
        '    this.audio ??= new AudioContext()',
        `    if (this.audio === null) {
      this.audio = new AudioContext()
      const drone = this.audio.createOscillator()
      drone.connect(this.audio.destination)
      drone.start()
    }`,
      ],
      ['sound.js', '    void this.audio?.suspend()\n', ''],
    ],
    finds: 'run/sound-while-hidden',
  },
  {
    template: 'arcade',
    bug: 'a listener that every restart adds',
    scenario: 'rounds',
    edits: [['main.js', PLAY, `  addEventListener('resize', () => view.resize())\n${PLAY}`]],
    finds: 'run/leaks',
  },
  {
    template: 'arcade',
    bug: 'a listener to the host that every restart adds',
    scenario: 'rounds',
    edits: [['main.js', PLAY, `  Service.on('visibility', () => view.draw(game))\n${PLAY}`]],
    finds: 'run/leaks',
  },
  {
    template: 'arcade',
    bug: 'a loop of frames that every restart adds',
    scenario: 'rounds',
    edits: [['main.js', PLAY, `  const again = () => requestAnimationFrame(again)\n  again()\n${PLAY}`]],
    finds: 'run/leaks',
  },
  {
    template: 'versus',
    bug: 'a timer that goes on after each round',
    scenario: 'rounds',
    edits: [['main.js', '  clearInterval(practice)\n', '']],
    finds: 'run/leaks',
  },
  {
    template: 'arcade',
    bug: 'a list that every round makes longer',
    scenario: 'rounds',
    edits: [
      ['main.js', PLAY, `  replays.push(new Array(200_000).fill(game.score + 0.5))\n${PLAY}`],
      ['main.js', HEARD, `const replays = []\n${HEARD}`],
    ],
    finds: 'run/memory-grows',
  },
  {
    template: 'blank',
    bug: 'a full storage that nobody is told of',
    scenario: 'storage-full',
    edits: [['app.js', BLANK_SAVE, 'Service.storage.set(KEY, String(taps)).catch(() => {})']],
    finds: 'run/lost-silently',
  },
  {
    template: 'blank',
    bug: 'a number that is saved under another key than it is read',
    scenario: 'reopened',
    edits: [['app.js', 'Service.storage.get(KEY)', "Service.storage.get('tap')"]],
    finds: 'run/not-kept',
  },
  {
    template: 'arcade',
    bug: 'a best score that is not saved',
    scenario: 'reopened',
    edits: [['saved.js', "    this.keep('best', String(score))\n", '']],
    finds: 'run/not-kept',
  },
  {
    template: 'blank',
    bug: 'a number that is saved under undefined',
    scenario: 'phone',
    edits: [['app.js', 'Service.storage.set(KEY,', 'Service.storage.set(String(KEY.name),']],
    finds: 'run/broken-value',
  },
  {
    template: 'arcade',
    bug: 'a score that is not a number',
    scenario: 'phone',
    edits: [['main.js', 'String(game.score)\n  if', 'String(game.score * game.level)\n  if']],
    finds: 'run/broken-value',
  },
  {
    template: 'blank',
    bug: 'a page that is wider than a small phone',
    scenario: 'narrow',
    edits: [['style.css', 'main {', 'main {\n  min-width: 420px;']],
    finds: 'run/too-wide',
  },
  {
    template: 'blank',
    bug: 'a number that is read from a text of the language',
    scenario: 'language',
    edits: [
      [
        'app.js',
        "byId('taps').textContent = String(taps)",
        "byId('taps').textContent = taps.toLocaleString(navigator.language)",
      ],
      ['app.js', '  taps += 1\n', "  taps = Number(byId('taps').textContent) + 0.5\n"],
    ],
    finds: 'run/broken-value',
  },
  {
    template: 'arcade',
    bug: 'a button outside the frame',
    scenario: 'phone',
    edits: [['style.css', '#stage {', '#sound {\n  position: absolute;\n  top: 120vh;\n}\n\n#stage {']],
    finds: 'run/control-cut-off',
  },
  {
    template: 'arcade',
    bug: 'dark text on a dark page',
    scenario: 'narrow',
    edits: [
      ['style.css', '  --text: #f2f0ff;', '  --text: #1c1a4a;'],
      ['style.css', '  --card: rgb(30 27 78 / 90%);', '  --card: rgb(30 27 78);'],
    ],
    finds: 'run/unreadable-text',
  },
  {
    template: 'arcade',
    bug: 'a game that is for keys only',
    scenario: 'buttons',
    edits: [['main.js', "stage.addEventListener('pointerdown'", "stage.addEventListener('unused'"]],
    finds: 'run/keys-only',
  },
  {
    template: 'versus',
    bug: 'a button that nothing listens to',
    scenario: 'buttons',
    edits: [['main.js', "byId('practise').addEventListener", "byId('game').addEventListener"]],
    finds: 'run/dead-button',
  },
  {
    template: 'blank',
    bug: 'a button that does nothing',
    scenario: 'buttons',
    edits: [['app.js', '  taps += 1\n', '  if (context?.version === 0) return\n  if (taps >= 0) return\n']],
    finds: 'run/dead-button',
  },
  {
    template: 'blank',
    bug: 'a button that stays disabled after a failure',
    scenario: 'calls-fail',
    edits: [
      [
        'app.js',
        BLANK_SAVE,
        "{\n    byId('tap').disabled = true\n    Service.storage.set(KEY, String(taps)).then(() => { byId('tap').disabled = false }).catch(explain)\n  }",
      ],
    ],
    finds: 'run/stays-disabled',
  },
  {
    template: 'blank',
    bug: 'a note that something is saved, which stays for ever',
    scenario: 'buttons',
    edits: [
      [
        'app.js',
        '  saveTaps()\n})',
        "  saveTaps()\n  byId('notice').hidden = false\n  byId('notice').textContent = 'Saving…'\n  new Promise(() => {}).then(() => { byId('notice').hidden = true })\n})",
      ],
    ],
    finds: 'run/loads-forever',
  },
  {
    template: 'arcade',
    bug: 'a list that loads for ever where a call fails',
    scenario: 'calls-fail',
    edits: [
      [
        'panels.js',
        "      byId('scores-text').textContent = 'The ranking could not be reached. Try again in a while.'\n",
        '      await new Promise(() => {})\n',
      ],
    ],
    finds: 'run/loads-forever',
  },
  {
    template: 'blank',
    bug: 'a listener that every return from the background adds',
    scenario: 'rounds',
    edits: [
      [
        'app.js',
        '// ----- Start',
        "Service.on('visibility', ({ visible }) => {\n  if (visible) addEventListener('resize', () => showTaps())\n})\n\n// ----- Start",
      ],
    ],
    finds: 'run/leaks',
  },
  {
    template: 'blank',
    bug: 'a save every tenth of a second',
    scenario: 'rounds',
    edits: [
      ['app.js', 'showTaps()\nService.ready()', 'setInterval(saveTaps, 100)\nshowTaps()\nService.ready()'],
    ],
    finds: 'run/call-refused',
  },
  {
    template: 'blank',
    bug: 'a message with undefined in parentheses',
    scenario: 'phone',
    edits: [
      [
        'app.js',
        '    Version: context.version,',
        '    Version: context.version,\n    Since: context.started.toISOString(),',
      ],
    ],
    finds: 'run/broken-value',
  },
  {
    template: 'arcade',
    bug: 'a back button that nothing listens to',
    scenario: 'buttons',
    edits: [
      [
        'panels.js',
        "for (const back of document.querySelectorAll('.back'))\n      back.addEventListener('click', () => {\n        this.close()\n      })\n",
        '',
      ],
    ],
    finds: 'run/dead-button',
  },
  {
    template: 'arcade',
    bug: 'sound that is on again after it was switched off',
    scenario: 'reopened',
    edits: [['saved.js', "    this.keep('muted', muted ? 'yes' : 'no')\n", '']],
    finds: 'run/not-kept',
  },
  {
    template: 'arcade',
    bug: 'a best score that is null at first',
    scenario: 'phone',
    edits: [['saved.js', 'this.best = Number(best) || 0', 'this.best = best']],
    finds: 'run/broken-value',
  },
  {
    template: 'arcade',
    bug: 'a save on every frame',
    scenario: 'reopened',
    edits: [
      [
        'main.js',
        '  runDown(seconds)\n',
        "  runDown(seconds)\n  if (state === 'playing') saved.keep('last', String(timeLeft + now))\n",
      ],
    ],
    finds: 'run/call-refused',
  },
  {
    template: 'arcade',
    bug: 'a sound context that every game opens',
    scenario: 'rounds',
    edits: [['sound.js', 'this.audio ??= new AudioContext()', 'this.audio = new AudioContext()']],
    finds: 'run/leaks',
  },
  {
    template: 'arcade',
    bug: 'purchases that are read as they were in another version',
    scenario: 'closed-while-paying',
    edits: [
      ['shop.js', "purchases.some(({ product }) => product === 'comet')", "purchases[0].item.id === 'comet'"],
    ],
    finds: 'run/purchase-lost',
  },
  {
    template: 'blank',
    bug: 'a key that storage does not take',
    scenario: 'phone',
    edits: [['app.js', "const KEY = 'taps'", "const KEY = 'all my taps'"]],
    finds: 'run/call-refused',
  },
  {
    template: 'studio',
    bug: 'buttons that stay disabled after a request has failed',
    scenario: 'calls-fail',
    edits: [
      [
        'request.js',
        '    } finally {\n      this.isRunning = false\n      this.onProgress(null)\n    }',
        '    }',
      ],
      [
        'request.js',
        '      this.onWords(outcomeWords(answer.status))',
        '      this.isRunning = false\n      this.onProgress(null)\n      this.onWords(outcomeWords(answer.status))',
      ],
    ],
    // Its progress stays, too.
    finds: 'run/loads-forever',
  },
  {
    template: 'studio',
    bug: 'a picture that cannot be picked, which nobody is told of',
    scenario: 'calls-fail',
    edits: [
      [
        'main.js',
        "  } catch (error) {\n    say(errorWords(codeOf(error)))\n  }\n}\n\nbyId('pick')",
        "  } finally {\n    showButtons()\n  }\n}\n\nbyId('pick')",
      ],
    ],
    finds: 'run/unhandled-rejection',
  },
  {
    template: 'arcade',
    bug: 'an end of the game that nobody has seen',
    scenario: 'buttons',
    edits: [['main.js', '  burnt: {', '  burned: {']],
    finds: 'run/uncaught-error',
  },
  {
    template: 'blank',
    bug: 'a save before the saved number is read',
    scenario: 'slow-host',
    edits: [['app.js', 'if (loaded) Service', 'Service']],
    finds: 'run/not-kept',
  },
  {
    template: 'arcade',
    bug: 'a price that is not the one of the manifest',
    scenario: 'buttons',
    edits: [['index.html', 'data-price="2 credits">2 credits', 'data-price="1 credit">1 credit']],
    finds: 'run/other-price',
  },
  {
    template: 'arcade',
    bug: 'a button that stays disabled after a payment was cancelled',
    scenario: 'buttons',
    edits: [
      [
        'panels.js',
        '    try {\n      const answer = await this.shop.buy(product)\n',
        "    const pressed = button(product === 'comet' ? 'buy-comet' : 'buy-chances')\n    pressed.disabled = true\n    try {\n      const answer = await this.shop.buy(product)\n      if (answer.status === 'paid') pressed.disabled = false\n",
      ],
    ],
    finds: 'run/stays-disabled',
  },
  {
    template: 'arcade',
    bug: 'a theme that is read at the start only',
    scenario: 'changes',
    edits: [['main.js', "Service.on('theme', ({ theme }) => {\n  showTheme(theme)\n})\n", '']],
    finds: 'run/ignores-theme',
  },
  {
    template: 'arcade',
    bug: 'a canvas that keeps the size of its start',
    scenario: 'changes',
    edits: [
      [
        'main.js',
        'new ResizeObserver(() => {\n  view.resize()\n  view.draw(game)\n}).observe(stage)\n',
        "addEventListener('load', () => {\n  view.resize()\n  view.draw(game)\n})\n",
      ],
    ],
    finds: 'run/ignores-size',
  },
  {
    template: 'studio',
    bug: 'a page that prevents every touch, so that it does not scroll',
    scenario: 'phone',
    edits: [
      [
        'main.js',
        '// ----- The service\n',
        "document.addEventListener('touchmove', (event) => {\n  event.preventDefault()\n}, { passive: false })\n\n// ----- The service\n",
      ],
    ],
    finds: 'run/control-cut-off',
  },
  {
    template: 'arcade',
    bug: 'a score that the next game begins with',
    scenario: 'rounds',
    edits: [
      [
        'main.js',
        "  game = new Game()\n  view.reset()\n  byId('score').textContent = '0'\n",
        "  const { score } = game\n  const isFirst = document.body.dataset.score === undefined\n  game = new Game()\n  if (!isFirst) game.score = score\n  view.reset()\n  byId('score').textContent = String(game.score)\n",
      ],
    ],
    finds: 'run/old-score',
  },
  {
    template: 'arcade',
    bug: 'a score that goes on after the game is over',
    scenario: 'rounds',
    edits: [
      [
        'main.js',
        'let isDrawing = false\n',
        "setInterval(() => {\n  if (state !== 'playing' && state !== 'over') return\n  game.score += 1\n  byId('score').textContent = String(game.score)\n}, 1_000)\n\nlet isDrawing = false\n",
      ],
    ],
    finds: 'run/plays-on',
  },
  {
    template: 'blank',
    bug: 'coins that are spent without a check',
    scenario: 'buttons',
    edits: [
      [
        'index.html',
        '<button id="tap" type="button">Tap me</button>',
        '<p>Coins: <output id="coins">3</output></p>\n        <button id="tap" type="button">Tap me</button>\n        <button id="hint" type="button">Hint for 5 coins</button>',
      ],
      [
        'app.js',
        '// ----- Start',
        "let coins = 3\nbyId('hint').addEventListener('click', () => {\n  coins -= 5\n  byId('coins').textContent = String(coins)\n})\n\n// ----- Start",
      ],
    ],
    finds: 'run/broken-value',
  },
  {
    template: 'blank',
    bug: 'a saved number that is read as a text',
    scenario: 'reopened',
    edits: [
      ['app.js', 'Number(await Service.storage.get(KEY)) || 0', '(await Service.storage.get(KEY)) || 0'],
    ],
    finds: 'run/broken-value',
  },
  {
    template: 'blank',
    bug: 'a page that is ready after the first tap',
    scenario: 'phone',
    edits: [
      [
        'app.js',
        'Service.ready().catch(explain)\n',
        "byId('tap').addEventListener('click', () => Service.ready().catch(explain), { once: true })\n",
      ],
    ],
    finds: 'run/ready-missing',
  },
  {
    template: 'arcade',
    bug: 'a pack that is credited and never consumed',
    scenario: 'closed-while-paying',
    edits: [
      [
        'shop.js',
        '    for (const { id } of packs) {\n      try',
        '    for (const { id } of []) {\n      try',
      ],
    ],
    finds: 'run/purchase-lost',
  },
  {
    template: 'arcade',
    bug: 'a best score that is saved a minute later',
    scenario: 'reopened',
    edits: [['saved.js', '    void this.flush()\n', '    setTimeout(() => void this.flush(), 60_000)\n']],
    finds: 'run/not-kept',
  },
  {
    template: 'arcade',
    bug: 'a payment long after the tap',
    scenario: 'closed-while-paying',
    edits: [
      [
        'shop.js',
        'const answer = await Service.pay({ product })',
        'await new Promise((done) => setTimeout(done, 5_500))\n    const answer = await Service.pay({ product })',
      ],
    ],
    finds: 'run/call-refused',
  },
  {
    template: 'arcade',
    bug: 'a rank that is a text',
    scenario: 'rounds',
    edits: [['ranking.js', '{ rank: score, replaceable', '{ rank: String(score), replaceable']],
    finds: 'run/call-refused',
  },
  {
    template: 'arcade',
    bug: 'a record under a key with a space',
    scenario: 'rounds',
    edits: [['ranking.js', 'db.set(RANKING_KEY, ', "db.set(RANKING_KEY + ' ' + String(score), "]],
    finds: 'run/call-refused',
  },
  {
    template: 'blank',
    bug: 'a call that is made again as soon as it was refused',
    scenario: 'offline',
    edits: [
      ['app.js', 'loadTaps().catch(explain)', 'const again = () => loadTaps().catch(again)\nvoid again()'],
    ],
    finds: 'run/call-storm',
  },
  {
    template: 'arcade',
    bug: 'a best score that a worse one replaces',
    scenario: 'buttons',
    edits: [['saved.js', '    if (score <= this.best) return false\n', '']],
    finds: 'run/broken-value',
  },
  {
    template: 'blank',
    bug: 'a save that waits until nobody has tapped for a while',
    scenario: 'reopened',
    edits: [
      [
        'app.js',
        `if (loaded) ${BLANK_SAVE}`,
        'clearTimeout(saving)\n  saving = setTimeout(() => {\n    if (loaded) Service.storage.set(KEY, String(taps)).catch(explain)\n  }, 1_500)',
      ],
      ['app.js', 'let loaded = false', 'let loaded = false\nlet saving = 0'],
    ],
    finds: 'run/not-kept',
  },
  {
    template: 'blank',
    bug: 'a save over a number that could not be read',
    scenario: 'calls-fail',
    edits: [
      ['app.js', 'loadTaps().catch(explain)', 'loadTaps().catch(explain).finally(() => { loaded = true })'],
    ],
    finds: 'run/not-kept',
  },
  {
    template: 'blank',
    bug: 'a number that is saved as it is shown',
    scenario: 'desktop',
    edits: [
      [
        'app.js',
        "byId('taps').textContent = String(taps)",
        "byId('taps').textContent = taps.toLocaleString(context?.locale)",
      ],
      ['app.js', 'set(KEY, String(taps))', "set(KEY, byId('taps').textContent)"],
    ],
    finds: 'run/broken-value',
  },
  {
    template: 'blank',
    bug: 'a number that is loaded and added again at every return',
    scenario: 'hidden',
    edits: [
      [
        'app.js',
        '// ----- Start',
        "Service.on('visibility', ({ visible }) => {\n  if (visible) loadTaps().catch(explain)\n})\n\n// ----- Start",
      ],
    ],
    finds: 'run/doubles-on-return',
  },
  {
    template: 'studio',
    bug: 'an answer that replaces what was typed meanwhile',
    scenario: 'slow-host',
    edits: [
      ['main.js', "answer?.status === 'answered' && lines.value === before", "answer?.status === 'answered'"],
    ],
    finds: 'run/replaces-text',
  },
  {
    template: 'blank',
    bug: 'a number that is read again for every tap',
    scenario: 'slow-host',
    edits: [
      [
        'app.js',
        "byId('tap').addEventListener('click', () => {\n  taps += 1\n",
        "byId('tap').addEventListener('click', async () => {\n  taps = Number(await Service.storage.get(KEY).catch(explain)) + 1\n",
      ],
    ],
    finds: 'run/loses-taps',
  },
  {
    template: 'studio',
    bug: 'lines that are saved with every character',
    scenario: 'buttons',
    edits: [
      [
        'main.js',
        '  card.setText(lines.value)\n  showButtons()\n',
        "  card.setText(lines.value)\n  showButtons()\n  Service.storage.set('lines', lines.value).catch(() => {})\n",
      ],
    ],
    finds: 'run/call-refused',
  },
  {
    template: 'arcade',
    bug: 'sound that is not resumed after the app was hidden',
    scenario: 'hidden',
    edits: [
      [
        'sound.js',
        '    this.audio ??= new AudioContext()\n    if (!this.muted) void this.audio.resume()\n',
        '    if (this.audio !== null) return\n    this.audio = new AudioContext()\n',
      ],
      // The end of a game would resume it.
      ['sound.js', '    else void this.audio?.resume()\n', ''],
    ],
    finds: 'run/silent-after-return',
  },
  {
    template: 'arcade',
    bug: 'purchases that are read at the start only',
    scenario: 'closed-while-paying',
    edits: [['main.js', '  void saved.flush()\n  void loadExtras()\n', '  void saved.flush()\n']],
    finds: 'run/purchase-lost',
  },
  {
    template: 'arcade',
    bug: 'a canvas that keeps the colours of the other theme',
    scenario: 'changes',
    edits: [
      [
        'main.js',
        "Service.on('theme', ({ theme }) => {\n  showTheme(theme)",
        "Service.on('theme', ({ theme }) => {\n  document.documentElement.dataset.theme = theme",
      ],
    ],
    finds: 'run/ignores-theme',
  },
  {
    template: 'arcade',
    bug: 'a picture that is gone once the phone is turned in a pause',
    scenario: 'changes',
    edits: [['main.js', '  view.resize()\n  view.draw(game)\n', '  view.resize()\n']],
    finds: 'run/ignores-size',
  },
  {
    template: 'arcade',
    bug: 'a countdown that a pause does not stop',
    scenario: 'rounds',
    edits: [
      [
        'main.js',
        "  enter('counting', COUNT_SECONDS)\n",
        "  enter('counting', COUNT_SECONDS)\n  setTimeout(() => {\n    enter('playing')\n  }, COUNT_SECONDS * 1000)\n",
      ],
      [
        'main.js',
        "  if (state === 'counting') enter('playing')\n  else finish()",
        "  if (state === 'ending') finish()",
      ],
    ],
    finds: 'run/plays-on',
  },
  {
    template: 'blank',
    bug: 'a list that a change of the theme makes twice as long',
    scenario: 'changes',
    edits: [['app.js', "byId('context').replaceChildren(", "byId('context').append("]],
    finds: 'run/shown-again',
  },
  {
    template: 'blank',
    bug: 'a title that has no room for its words',
    scenario: 'phone',
    edits: [
      [
        'style.css',
        '  letter-spacing: -0.02em;\n  overflow-wrap: anywhere;\n  text-wrap: balance;\n',
        '  width: 4ch;\n  overflow: hidden;\n  white-space: nowrap;\n',
      ],
    ],
    finds: 'run/text-cut-off',
  },
  {
    template: 'blank',
    bug: 'a listener that is added each time the person comes back',
    scenario: 'hidden',
    edits: [
      [
        'app.js',
        "byId('tap').addEventListener('click', () => {",
        `Service.on('visibility', ({ visible }) => {
  if (visible) byId('tap').addEventListener('click', () => { taps += 1; showTaps() })
})
byId('tap').addEventListener('click', () => {`,
      ],
    ],
    finds: 'run/doubles-on-return',
  },
  {
    template: 'blank',
    bug: 'a number that falls back to what was saved last, each time the person comes back',
    scenario: 'hidden',
    edits: [
      ['app.js', `if (loaded) ${BLANK_SAVE}`, `if (loaded && taps % 10 === 0) ${BLANK_SAVE}`],
      [
        'app.js',
        '// ----- Start',
        "Service.on('visibility', async ({ visible }) => {\n  if (!visible) return\n  taps = Number(await Service.storage.get(KEY).catch(explain)) || 0\n  showTaps()\n})\n\n// ----- Start",
      ],
    ],
    finds: 'run/doubles-on-return',
  },
  {
    template: 'versus',
    bug: 'another round with the board of the last one',
    scenario: 'rounds',
    edits: [
      ['match.js', '    this.board = emptyBoard(this.players.size)\n    this.endsAt', '    this.endsAt'],
    ],
    finds: 'run/old-score',
  },
  {
    template: 'arcade',
    bug: 'a shared text without its score',
    scenario: 'buttons',
    edits: [['main.js', 'text: words })', "text: words + ' My best is ' + String(saved.high) + '.' })"]],
    finds: 'run/broken-value',
  },
  {
    template: 'blank',
    bug: 'a saved number that replaces what was tapped meanwhile',
    scenario: 'slow-host',
    edits: [['app.js', '  taps += saved\n', '  taps = saved\n']],
    finds: 'run/loses-taps',
  },
  {
    template: 'arcade',
    bug: "a start in the theme of the device instead of the person's",
    scenario: 'changes',
    edits: [
      ['main.js', '      showTheme(theme)\n      panels.player', '      void theme\n      panels.player'],
    ],
    finds: 'run/ignores-theme',
  },
  {
    template: 'blank',
    bug: 'a distance that nobody has rounded',
    scenario: 'buttons',
    edits: [
      [
        'index.html',
        '<button id="tap" type="button">Tap me</button>',
        '<p>Distance: <output id="distance">0</output> km</p>\n        <button id="tap" type="button">Tap me</button>',
      ],
      [
        'app.js',
        "  byId('taps-unit')",
        "  byId('distance').textContent = String(taps * 0.1)\n  byId('taps-unit')",
      ],
    ],
    finds: 'run/broken-value',
  },
  {
    template: 'blank',
    bug: 'points that fade and are never removed',
    scenario: 'rounds',
    edits: [
      [
        'app.js',
        "byId('tap').addEventListener('click', () => {\n  taps += 1\n",
        "byId('tap').addEventListener('click', () => {\n  taps += 1\n  const plus = document.createElement('span')\n  plus.textContent = '+1'\n  plus.style.cssText = 'position: absolute; opacity: 0; transition: opacity 1s'\n  byId('tap').after(plus)\n",
      ],
    ],
    finds: 'run/leaks',
  },
]
