import { dictionaryOf } from '../words.js'

/** What the painter can put into a picture, each with the words that ask for it. */
const SUBJECTS = {
  cat: 'cat kitten kitty katze chat gato tiger lion lynx puma leopard',
  dog: 'dog puppy hund chien perro wolf corgi',
  rabbit: 'rabbit bunny hare hase lapin conejo',
  bear: 'bear teddy bar ours oso panda koala',
  fox: 'fox fuchs renard zorro',
  mouse: 'mouse maus souris raton hamster rat',
  unicorn: 'unicorn horse pony donkey pferd cheval caballo einhorn zebra',
  pig: 'pig piglet schwein cochon cerdo',
  frog: 'frog toad frosch grenouille rana',
  owl: 'owl eule hibou buho',
  penguin: 'penguin pinguin pingouin',
  bird: 'bird vogel oiseau pajaro sparrow chick duck chicken parrot eagle raven crow phoenix',
  fish: 'fish fisch poisson pez goldfish shark whale dolphin',
  butterfly: 'butterfly schmetterling papillon mariposa moth fairy',
  dragon: 'dragon drache drago dinosaur dino lizard crocodile',
  ghost: 'ghost spirit geist fantome spooky haunted halloween',
  monster: 'monster alien slime creature beast blob goblin ogre',
  robot: 'robot android machine cyborg droid mech',
  person:
    'person hero knight wizard witch boy girl man woman child kid king queen prince princess pirate astronaut ninja warrior player portrait face character ritter mage explorer',
  flower: 'flower rose tulip daisy sunflower blume fleur flor blossom petal',
  tree: 'tree baum arbre arbol oak pine',
  cactus: 'cactus kaktus',
  mushroom: 'mushroom pilz champignon toadstool fungus',
  house: 'house home haus maison casa cottage hut cabin farm village barn',
  castle: 'castle fortress schloss burg chateau castillo tower palace kingdom',
  lighthouse: 'lighthouse leuchtturm phare faro',
  boat: 'boat ship schiff bateau barco sailboat sailing',
  car: 'car auto voiture coche race racing truck bus taxi vehicle',
  train: 'train zug tren locomotive railway steam',
  rocket: 'rocket rakete fusee cohete spaceship spacecraft shuttle',
  balloon: 'balloon ballon globo airship',
  planet: 'planet saturn jupiter mars world globe earth',
  gem: 'gem crystal diamond jewel edelstein ruby emerald sapphire',
  coin: 'coin munze money token medal',
  chest: 'chest treasure loot truhe schatz tresor cofre',
  key: 'key schlussel cle llave',
  sword: 'sword schwert epee espada blade dagger weapon',
  shield: 'shield schild armor armour',
  potion: 'potion elixir bottle trank flask magic',
  crown: 'crown krone couronne corona royal',
  apple: 'apple apfel pomme manzana fruit cherry peach',
  cake: 'cake kuchen gateau pastel birthday party cupcake',
  icecream: 'icecream icecone cone dessert candy sweet',
  pizza: 'pizza slice',
  cup: 'cup coffee tea kaffee mug drink chocolate',
  gift: 'gift present geschenk cadeau regalo christmas',
  heart: 'heart love herz coeur corazon valentine',
  star: 'star stern etoile estrella trophy badge',
  ball: 'ball football soccer basketball',
  book: 'book buch livre libro story library',
  note: 'music song note musik melody guitar piano',
  umbrella: 'umbrella parasol schirm',
} as const

export type Subject = keyof typeof SUBJECTS

export const SUBJECT_WORDS: ReadonlyMap<string, Subject> = dictionaryOf<Subject>(SUBJECTS)

/** Where a picture takes place. */
const PLACES = {
  meadow: 'meadow field grass hill garden park wiese pre campo countryside spring summer nature landscape',
  sea: 'sea ocean lake water river meer mar wave island harbor harbour',
  beach: 'beach strand plage playa sand shore tropical palm',
  city: 'city town street stadt ville ciudad skyline building skyscraper downtown tower urban',
  mountain: 'mountain berg montagne montana peak alps cliff volcano valley',
  forest: 'forest wood wald foret bosque jungle woods trees',
  desert: 'desert wuste dune sahara western',
  snow: 'snow winter snowy ice schnee neige nieve frozen arctic christmas',
  space: 'space galaxy universe cosmos weltraum espace nebula orbit cosmic astronaut',
  underwater: 'underwater reef aquarium coral submarine mermaid seabed',
  room: 'room indoor kitchen bedroom zimmer chambre interior cafe library shop table chair sofa fireplace',
  studio: 'icon logo badge item emblem symbol sprite product avatar sticker button',
} as const

export type Place = keyof typeof PLACES

export const PLACE_WORDS: ReadonlyMap<string, Place> = dictionaryOf<Place>(PLACES)

const TIMES = {
  night:
    'night nacht nuit noche midnight moon moonlight mond lune luna dark evening spooky halloween haunted starry neon cyberpunk synthwave',
  sunset: 'sunset dusk sonnenuntergang atardecer autumn fall herbst golden',
  dawn: 'dawn sunrise morning morgen pastel dream dreamy mist misty',
  day: 'day noon sun sunny sonne soleil sol bright sky himmel',
} as const

export type Time = keyof typeof TIMES

export const TIME_WORDS: ReadonlyMap<string, Time> = dictionaryOf<Time>(TIMES)

const WEATHER = {
  sun: 'sun sunny sonne soleil sol sunset sunrise',
  moon: 'moon mond lune luna moonlight',
  stars: 'star stars starry sterne etoiles estrellas galaxy',
  clouds: 'cloud cloudy wolke nuage nube sky',
  rain: 'rain rainy regen pluie lluvia storm stormy thunder thunderstorm drizzle',
  snowfall: 'snow snowy winter schnee neige nieve blizzard christmas',
  rainbow: 'rainbow regenbogen arcoiris',
  fireworks: 'firework party celebration neujahr fiesta confetti',
  birds: 'bird vogel birds freedom',
  trees: 'tree forest wood park baum',
  flowers: 'flower garden spring meadow blume',
  mountains: 'mountain alps valley peak berg',
} as const

export type Weather = keyof typeof WEATHER

export const WEATHER_WORDS: ReadonlyMap<string, Weather> = dictionaryOf<Weather>(WEATHER)

/** Words that fill a sentence and say nothing of the picture, so that a colour can stand before them. */
export const FILLERS = new Set(
  'a an the of in on at with and or by to for from is are very small big little large tiny huge cute beautiful ein eine der die das le la un une el con und avec'.split(
    ' ',
  ),
)
