import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BusyButton } from "./busy-button.tsx";
import { Button } from "./button.tsx";

it("submits a form only when it says so", () => {
  expect(renderToStaticMarkup(<Button variant="outline">Fermer</Button>)).toBe(
    '<button type="button" class="btn btn-outline">Fermer</button>',
  );
  expect(
    renderToStaticMarkup(
      <Button variant="primary" type="submit" className="w-full">
        Envoyer
      </Button>,
    ),
  ).toBe('<button type="submit" class="btn btn-primary w-full">Envoyer</button>');
});

it("stays focusable while it is busy", () => {
  const busy = renderToStaticMarkup(
    <BusyButton variant="primary" busy>
      Envoyer
    </BusyButton>,
  );
  expect(busy).toContain('aria-busy="true" aria-disabled="true"');
  expect(busy).not.toContain(" disabled");
});
