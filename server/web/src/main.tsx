// Starts the page.

import "@picocss/pico/css/pico.min.css";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/lobby.css";
import "./styles/game.css";
import "./styles/sheet.css";
import "./styles/around.css";
import "./styles/chat.css";
import "./styles/rematch.css";
import "./styles/people.css";
import "./styles/security.css";
import "./styles/desk.css";
import { render } from "preact";
import { App } from "./app";
import { startLang } from "./i18n";
import { startLive } from "./net/live";
import { startPeople } from "./net/people";
import { startRouter } from "./router";

startLang();
startRouter();
startLive();
startPeople();
const root = document.getElementById("app");
if (root) render(<App />, root);
