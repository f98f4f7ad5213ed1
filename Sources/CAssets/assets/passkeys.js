// Passkeys: the browser makes one in the settings, and signs in with one; a form takes its answer to the server.
const decode = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const fetchOptions = async (path) => {
  const response = await fetch(path, { cache: 'no-store', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(response.statusText);
  const options = await response.json();
  return { ...options, challenge: decode(options.challenge) };
};

const send = (form, values) => {
  for (const [name, value] of Object.entries(values)) form.elements.namedItem(name).value = value;
  form.submit();
};

const part = document.querySelector('[data-passkey-add], [data-passkey-sign-in]');
const state = part?.querySelector('[data-cancelled-text]');

const say = (error) => {
  const { cancelledText, knownText, failedText } = state.dataset;
  state.textContent = error.name === 'InvalidStateError' && knownText ? knownText
    : error.name === 'NotAllowedError' ? cancelledText : failedText;
  state.hidden = false;
};

const make = async (form, path) => {
  const options = await fetchOptions(path);
  const { response } = await navigator.credentials.create({ publicKey: {
    ...options,
    user: { ...options.user, id: decode(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((one) => ({ ...one, id: decode(one.id) })),
  } });
  send(form, { clientData: encode(response.clientDataJSON), attestation: encode(response.attestationObject) });
};

let pending;
const signIn = async (form, path, mediation) => {
  pending?.abort();
  pending = new AbortController();
  const { signal } = pending;
  const publicKey = await fetchOptions(path);
  const { id, response } = await navigator.credentials.get({ publicKey, mediation, signal });
  send(form, {
    id, clientData: encode(response.clientDataJSON), authenticatorData: encode(response.authenticatorData),
    signature: encode(response.signature), userHandle: encode(response.userHandle),
  });
};

// The browser offers passkeys while the name or password is typed. The challenge ends, so it is asked for again in time.
const offer = async (form, path) => {
  if (!await PublicKeyCredential.isConditionalMediationAvailable?.()) return;
  let next;
  const start = () => {
    next = setTimeout(start, 540_000);
    // An offer that nobody takes ends without a word.
    signIn(form, path, 'conditional').catch(() => {});
  };
  form.addEventListener('submit', () => clearTimeout(next));
  start();
};

if (part && window.PublicKeyCredential) {
  const form = part.querySelector('form');
  const { passkeyAdd, passkeySignIn } = part.dataset;
  part.hidden = false;
  document.querySelector('[data-no-script]')?.remove();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    state.hidden = true;
    const answer = passkeyAdd ? make(form, passkeyAdd) : signIn(form, passkeySignIn, 'optional');
    answer.catch((error) => say(error));
  });
  if (passkeySignIn) offer(form, passkeySignIn);
}
